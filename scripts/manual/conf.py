# SPDX-License-Identifier: BSD-3-Clause
"""Settings of Sphinx for the manual: every Markdown file of the tree is a page, where it stands.

A page comes into the manual by being a file: the navigation is made here from the folders. scripts/manual/build.sh
calls Sphinx.
"""

import os
import re

from docutils import nodes

root = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))

project = "simgpu"
author = "the simgpu authors"
copyright = "2026, the simgpu authors"  # pylint: disable=redefined-builtin
release = os.environ.get("SIMGPU_VERSION", "")
version = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "README"
exclude_patterns = ["build*", "**/build*", ".*", "**/.*", "obj-*", "debian", "shared"]

myst_heading_anchors = 6  # links to headings are as on the web pages of Git servers
myst_enable_extensions = ["html_image"]
# Pages may begin a section two levels deeper, and name languages that the highlighter does not have.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
highlight_language = "none"

html_theme = "furo"
html_title = f"simgpu {release}".strip()
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_last_updated_fmt = None

# The navigation: a caption, and the folders whose pages stand under it.
SECTIONS = [
    ("Start here", ["docs/index"]),
    ("Tutorials", ["docs/tutorial/"]),
    ("Lessons", ["lessons/"]),
    ("How to", ["docs/howto/"]),
    ("Reference", ["docs/reference/"]),
    ("Explanations", ["docs/explanation/"]),
    ("Publications", ["docs/papers/"]),
    ("The project", ["ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"]),
    ("Hardware units", ["models/"]),
    ("Policies", ["policies/"]),
    ("Workloads", ["workloads/"]),
    ("Platforms and studies", ["platforms/", "studies/"]),
    ("Other folders", [""]),
]


# Folders with so many pages that they stand under their folder's page instead of under a caption.
CROWDED = ["workloads/suite/"]


def title_of(name):
    """The first heading of page NAME, by which pages are sorted."""
    with open(os.path.join(root, name + ".md"), encoding="utf-8") as page:
        for line in page:
            if line.startswith("# "):
                return line[2:].strip()
    return name


def pages_under(prefix, left):
    """Names of pages in LEFT that are PREFIX or stand below it; a folder's own page comes first."""
    found = [name for name in left if name == prefix or (prefix.endswith("/") or not prefix) and name.startswith(prefix)]
    return sorted(found, key=lambda name: (name not in (prefix + "README", prefix + "index"), title_of(name).lower()))


def contents(caption, pages):
    """A table of contents in Markdown, which only the navigation shows."""
    entries = "\n".join("/" + name for name in pages)
    return f"\n\n```{{toctree}}\n:hidden:\n:caption: {caption}\n:maxdepth: 2\n\n{entries}\n```\n"


def navigation(names):
    """Pages with the tables of contents that follow them; in all of these, each page but the first stands once."""
    left = set(names) - {root_doc}
    behind = {root_doc: ""}
    for folder in CROWDED:
        pages = [name for name in pages_under(folder, left) if name != folder + "README"]
        if folder + "README" in left and pages:
            left -= set(pages)
            behind[folder + "README"] = contents("Pages", pages)
    for caption, prefixes in SECTIONS:
        pages = [name for prefix in prefixes for name in pages_under(prefix, left)]
        left -= set(pages)
        behind[root_doc] += contents(caption, pages) if pages else ""
    return behind


def add_navigation(app, name, source):
    """Puts the navigation behind the pages that carry it."""
    if name == root_doc or name in [folder + "README" for folder in CROWDED]:
        source[0] += navigation(app.env.found_docs).get(name, "")


def all_after_a_new_page(_app, env, added, _changed, removed):
    """Each page shows the navigation, so a page that comes or goes makes all of them anew."""
    return env.found_docs if added or removed else []


def keep_short_code_whole(_app, tree):
    """A browser breaks lines behind hyphens, as in --json; short pieces of code stay on one line."""
    for code in tree.findall(nodes.literal):
        if len(code.astext()) <= 24:
            code["classes"].append("short")


def link_to_folder(app, env, node, text):
    """A link to a folder leads to the folder's README; where there is none it is text. Anything else is broken."""
    if node.get("reftype") != "any":
        return None
    here = os.path.dirname(env.doc2path(node["refdoc"]))
    target = os.path.normpath(os.path.join(here, re.sub("#.*", "", node["reftarget"])))
    if not target.startswith(root) or not os.path.isdir(target):
        return None
    name = os.path.relpath(os.path.join(target, "README"), root)
    if name not in env.found_docs:
        return text
    link = nodes.reference("", "", internal=True, refuri=app.builder.get_relative_uri(node["refdoc"], name))
    link += text
    return link


def setup(app):
    """Called by Sphinx."""
    app.connect("env-get-outdated", all_after_a_new_page)
    app.connect("source-read", add_navigation)
    app.connect("doctree-read", keep_short_code_whole)
    app.connect("missing-reference", link_to_folder)
