# SPDX-License-Identifier: BSD-3-Clause
# Makes the body of a manual page of a Markdown page of ours: headings, paragraphs, lists, code, tables, and in lines
# code, bold and links, of which the text stays. A row of a table becomes a paragraph with its first cell as the tag.

function escaped(text)
{
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text
}

# A line that no request begins.
function plain(text)
{
    return text ~ /^[.\047]/ ? "\\&" text : text
}

# TEXT with its code and bold words in bold and without the targets of its links.
function inlined(text,    out, at, piece)
{
    while (match(text, /`[^`]+`|\*\*[^*]+\*\*|\[[^\]]*\]\([^)]*\)/)) {
        piece = substr(text, RSTART, RLENGTH)
        out = out escaped(substr(text, 1, RSTART - 1))
        text = substr(text, RSTART + RLENGTH)
        if (piece ~ /^`/)
            out = out "\\fB" escaped(substr(piece, 2, length(piece) - 2)) "\\fR"
        else if (piece ~ /^\*/)
            out = out "\\fB" escaped(substr(piece, 3, length(piece) - 4)) "\\fR"
        else {
            at = index(piece, "](")
            out = out inlined(substr(piece, 2, at - 2))
        }
    }
    return out escaped(text)
}

# A heading without the marks of its code, and without quotes.
function heading_of(text)
{
    gsub(/[`"]/, "", text)
    return escaped(text)
}

function begin_code()
{
    if (!code)
        print (begun ? "" : ".PP\n") ".RS 4\n.nf"
    code = 1
    begun = empty = 0
}

function code_line(text)
{
    for (; empty > 0; empty--)
        print ""
    print plain(escaped(text))
}

function end_code()
{
    if (code)
        print ".fi\n.RE"
    code = empty = 0
}

function row(line,    n, cells, i, text)
{
    gsub(/\\\|/, "\001", line)
    sub(/^\| */, "", line)
    sub(/ *\| *$/, "", line)
    n = split(line, cells, / *\| */)
    for (i = 1; i <= n; i++)
        gsub(/\001/, "|", cells[i])
    if (!columns) {
        columns = n
        for (i = 1; i <= n; i++)
            heading[i] = cells[i]
        return
    }
    if (cells[1] ~ /^:?-+:?$/)
        return
    print ".TP\n" plain(inlined(cells[1]))
    for (i = 2; i < columns; i++)
        if (cells[i] != "")
            text = text (text == "" ? "" : "; ") (heading[i] == "" ? "" : heading[i] ": ") cells[i]
    if (cells[columns] == "")
        cells[columns] = text
    else if (text != "")
        cells[columns] = cells[columns] " (" text ")"
    print (columns < 2 || cells[columns] == "" ? "\\&" : plain(inlined(cells[columns])))
}

/^```/ {
    fenced = !fenced
    if (fenced)
        begin_code()
    else
        end_code()
    next
}
fenced && /^ *$/ { empty++; next }
fenced { code_line($0); next }
/^    / && (code || blank) && !listed { begin_code(); code_line(substr($0, 5)); blank = 0; next }
/^This page is made from/ { aside = 1 } # which is for who changes the page
aside && !/^ *$/ { next }
/^ *$/ { blank = 1; aside = columns = 0; empty += code; next }
{ end_code() }
/^<!--/ { next }
/^# / { print ".SH DESCRIPTION"; begun = 1; next }
/^## / { print ".SH \"" toupper(heading_of(substr($0, 4))) "\""; listed = blank = 0; begun = 1; next }
/^###+ / { sub(/^#+ /, ""); print ".SS \"" heading_of($0) "\""; listed = blank = 0; begun = 1; next }
/^\|/ { row($0); begun = blank = listed = 0; next }
/^ *([-*]|[0-9]+\.) / {
    print ($1 ~ /[0-9]/ ? ".IP " $1 " 4" : ".IP \\(bu 3")
    sub(/^ *[^ ]+ /, "")
    print plain(inlined($0))
    listed = 1
    begun = blank = 0
    next
}
{
    if (blank && !/^ /) {
        if (!begun)
            print ".PP"
        listed = 0
    }
    begun = blank = 0
    sub(/^ +/, "")
    print plain(inlined($0))
}
END { end_code() }
