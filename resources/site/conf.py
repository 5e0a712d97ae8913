"""Settings of Sphinx for the site; `build.py` beside this file gathers the sources."""

import os
import sys

import kgdesk

project = "kgdesk"
author = "The kgdesk developers"
copyright = author  # noqa: A001 - the name that Sphinx reads
version = release = kgdesk.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_parser"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}

html_theme = "furo"
sys.path.insert(0, os.environ["KGDESK_INSTALLER"])
from repository import repository  # noqa: E402 - it lies in no package

if address := repository():
    html_theme_options = {"source_repository": address, "source_branch": "main", "source_directory": ""}
html_title = f"kgdesk {version}"
html_show_sphinx = False

#: The SQL of FORMAT.md is in a dialect that the highlighter knows in part.
suppress_warnings = ["misc.highlighting_failure"]

#: Single backticks in docstrings are names.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
python_use_unqualified_type_names = True
napoleon_google_docstring = False
napoleon_use_rtype = False
