/* SPDX-License-Identifier: BSD-3-Clause */
/* The page's style sheet: for a screen, for a phone (narrow drawings replace wide ones), and for
 * paper (a figure stays on one page; links to data vanish). */
#ifndef SIMGPU_REPORT_PAGE_STYLE_H
#define SIMGPU_REPORT_PAGE_STYLE_H

static const char page_style[] =
    ":root{color-scheme:light}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:1000px;padding:1rem 1.25rem 3rem;background:#fff;color:#1a1a1a;"
    "font:16px/1.5 Helvetica,Arial,'Liberation Sans','DejaVu "
    "Sans',sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0}\n"
    "h2{font-size:1.3rem;line-height:1.3;margin:2.2rem 0 .5rem;border-top:1px solid #c8c8c8;"
    "padding-top:1rem}\n"
    "h3{font-size:1.05rem;margin:1.6rem 0 .4rem}\n"
    "a{color:#005a8c}\n"
    "nav ol{columns:2;column-gap:3rem;padding-left:1.6rem;margin:.5rem 0}\n"
    "nav li{break-inside:avoid}\n"
    "figure{margin:1.8rem 0;break-inside:avoid}\n"
    "figcaption{font-size:.94rem;margin-top:.35rem}\n"
    "figcaption b{margin-right:.3em}\n"
    ".data{white-space:nowrap;font-size:.88rem}\n"
    ".plot{overflow-x:auto}\n"
    ".plot svg{display:block}\n"
    ".wide .fit svg,.narrow .fit svg{max-width:100%;height:auto}\n"
    ".narrow{display:none}\n"
    ".scroll{overflow-x:auto}\n"
    "td{white-space:nowrap}.wrap td{white-space:normal}\n"
    "table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}\n"
    "th{border-bottom:2px solid #555}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    "code{font-size:.85em;overflow-wrap:anywhere}\n"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:.6rem;margin:"
    "1rem 0}\n"
    ".tiles div{border:1px solid #ddd;border-radius:4px;padding:.5rem .7rem;break-inside:avoid}\n"
    ".tiles b{display:block;font-size:1.25rem;line-height:1.3}.tiles "
    "span{color:#444;font-size:.88rem}\n"
    ".note{color:#444;font-size:.94rem}\n"
    "@media (max-width:640px){body{padding:.5rem .75rem "
    "2rem}.wide{display:none}.narrow{display:block}"
    "nav ol{columns:1}h1{font-size:1.3rem}}\n"
    "@media "
    "print{body{max-width:none;padding:0;font-size:10pt}.narrow{display:none}.wide{display:block}"
    ".data,nav{display:none}.plot,.scroll{overflow:visible}.plot svg{max-width:100%;height:auto}"
    "html{font-size:10pt}table{font-size:7.5pt}th,td{padding:.1rem "
    ".3rem}th,td,th.n{white-space:normal}.tiles{gap:.3rem}"
    "a{color:inherit;text-decoration:none}h2{break-after:avoid}tr{break-inside:avoid}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}@page{margin:15mm}}\n";

#endif
