"""Parse the manual: pages, sections, and the subjects of each section. Free of Qt.

A page is a Markdown file in a folder named after a language. Its first heading is its title. Each section begins
with its anchor, which web pages resolve too, and a comment that lists its subjects::

    <a id="take-back"></a><!-- run.takeBack at:entry.takeBack KD-112 -->
    ## Take the last entry back

Text for users of the Python package only stands between ``<!-- package -->`` and ``<!-- /package -->``. The installed
program, which contains all optional parts, leaves it out.

Coverage is listed by stable names: a command (``run.takeBack``), a plot (``plot.best``), an error code
(``KD-112``), a CLI command (``cli:export``) or, after ``at:``, a widget by its object name.

Pictures of a page, ``![What it shows](pictures/blocks.png)``, lie in the folder ``pictures`` beside it, each with a
twin for dark colours, ``blocks-dark.png``. `tests/ui/manual_pictures.py` draws them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kgdesk.errors import KgdeskError
from kgdesk.paths import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

#: Fallback language of pages missing in another.
SPARE = "en"
#: Page shown if nothing is known about a widget.
FIRST = "contents"
_MARK = re.compile(r'^<a id="(?P<anchor>[a-z0-9-]+)"></a>(?:<!-- (?P<covers>[^>]+?) -->)?$')
_PACKAGE = re.compile(r"<!-- package -->(.*?)<!-- /package -->", re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\((pictures/[a-z-]+\.png)\)")
_SENTENCE = re.compile(r"^.+?[.:?!](?=\s|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page.

    Parameters
    ----------
    page, anchor
        Its link: ``page.md#anchor``.
    title
        Its heading.
    covers
        Stable names of its subjects.
    text
        Markdown below the heading.
    """

    page: str
    anchor: str
    title: str
    covers: tuple[str, ...]
    text: str

    @property
    def plain(self) -> str:
        """The text without Markdown syntax, one line per paragraph."""
        return unmarked(self.text)

    @property
    def first_sentence(self) -> str:
        """The first sentence."""
        match = _SENTENCE.match(self.plain)
        return match[0].replace("\n", " ") if match else ""


@dataclass(frozen=True, slots=True)
class ManualPage:
    """A page of the manual.

    Parameters
    ----------
    name
        File name without suffix; equal in all languages.
    title
        Its first heading.
    opening
        Markdown between the title and the first section.
    sections
        In order.
    """

    name: str
    title: str
    opening: str
    sections: tuple[Section, ...]

    @property
    def markdown(self) -> str:
        """The page for display, without the anchors of the sections."""
        parts = [f"# {self.title}", self.opening]
        parts += [f"## {section.title}\n\n{section.text}" for section in self.sections]
        return "\n\n".join(part for part in parts if part) + "\n"

    @property
    def links(self) -> tuple[str, ...]:
        """Targets of its links."""
        return tuple(target for _, target in _LINK.findall(_PICTURE.sub("", self.markdown)))

    @property
    def pictures(self) -> tuple[str, ...]:
        """Places of its pictures, from the folder of the page."""
        return tuple(place for _, place in _PICTURE.findall(self.markdown))


class Manual:
    """All pages in one language, in reading order.

    Parameters
    ----------
    pages
        Pages by name. The first is the table of contents, whose links order the others.
    places
        Folders of the pages, the first of which that has a picture is where it is taken from.
    """

    def __init__(self, pages: dict[str, ManualPage], places: Sequence[Path] = ()) -> None:
        self._places = tuple(places)
        order = [link.removesuffix(".md") for link in pages[FIRST].links]
        names = dict.fromkeys([FIRST, *(name for name in order if name in pages), *sorted(pages)])
        self.pages = {name: pages[name] for name in names}
        self._covered = {name: section for section in self.sections() for name in reversed(section.covers)}

    def sections(self) -> Iterator[Section]:
        """Yield every section of every page."""
        return (section for page in self.pages.values() for section in page.sections)

    def about(self, name: str) -> Section | None:
        """Return the section that covers a stable name, or None."""
        return self._covered.get(name)

    def section_for_widget(self, names: list[str]) -> Section | None:
        """Return the section about a widget, or None.

        Parameters
        ----------
        names
            Object names of the widget and its ancestors, innermost first. If none is covered, the parts before
            their dots are tried: ``history.table`` belongs to ``history``.
        """
        shorter = [name.rpartition(".")[0] for name in names]
        for name in (*names, *shorter):
            section = self.about(name) or self.about(f"at:{name}")
            if name and section is not None:
                return section
        return None

    def has(self, target: str) -> bool:
        """Return whether a link (``page.md#anchor``) has a target."""
        name, _, anchor = target.partition("#")
        page = self.pages.get(name.removesuffix(".md"))
        return page is not None and (not anchor or any(s.anchor == anchor for s in page.sections))

    def picture(self, place: str, *, dark: bool) -> Path | None:
        """Return the file of a picture of a page, in the colours of the window; None if no page has it."""
        if not any(place in page.pictures for page in self.pages.values()):
            return None
        name = place.replace(".png", "-dark.png") if dark else place
        return next((folder / name for folder in self._places if (folder / name).is_file()), None)

    def find(self, words: str) -> list[Section]:
        """Return the sections that contain all words or word beginnings; matches in headings first."""
        wanted = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words.split()]
        hits = [s for s in self.sections() if all(w.search(f"{s.title}\n{s.plain}") for w in wanted)]
        return sorted(hits, key=lambda s: not all(w.search(s.title) for w in wanted))


def parse(name: str, text: str, *, installed: bool = False) -> ManualPage:
    """Parse a page.

    Parameters
    ----------
    name
        File name without suffix.
    text
        Its content.
    installed
        Whether the page is for the installed program; text for users of the Python package is then left out.

    Raises
    ------
    KgdeskError
        It has no title, or a heading without an anchor above it.
    """
    text = _PACKAGE.sub("" if installed else r"\1", text)
    title, blocks, mark = "", [["", "", "", ""]], None
    for line in text.splitlines():
        match = _MARK.match(line)
        if match:
            mark = match
        elif line.startswith("# ") and not title:
            title = line[2:].strip()
        elif line.startswith("## "):
            if mark is None:
                raise KgdeskError(f"The page “{name}” of the manual has no anchor above “{line[3:]}”.")
            blocks.append([mark["anchor"], mark["covers"] or "", line[3:].strip(), ""])
            mark = None
        else:
            blocks[-1][3] += f"{line}\n"
    if not title:
        raise KgdeskError(f"The page “{name}” of the manual has no title.")
    sections = tuple(
        Section(name, anchor, heading, tuple(covers.split()), body.strip())
        for anchor, covers, heading, body in blocks[1:]
    )
    return ManualPage(name, title, blocks[0][3].strip(), sections)


def unmarked(markdown: str) -> str:
    """Strip Markdown syntax: links become their text, table rows their cells; pictures are left out."""
    text = _LINK.sub(r"\1", _PICTURE.sub("", markdown))
    text = re.sub(r"^\|[-| :]+\|$\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"^ *(?:-|#+|\d+\.) |\|", " ", re.sub(r"[*`]", "", text), flags=re.MULTILINE)
    lines = (" ".join(part.split()) for part in text.split("\n\n"))
    return "\n".join(line for line in lines if line)


def folders(language: str) -> list[Path]:
    """Return the folders for a language, for example ``de_AT``: its own, that of ``de``, the fallback's."""
    root = resource_path("help")
    names = dict.fromkeys((language, language.partition("_")[0], SPARE))
    return [root / name for name in names if name and (root / name).is_dir()]


def read(places: list[Path]) -> Manual:
    """Read a manual; each page is taken from the first folder that has it."""
    files: dict[str, Path] = {}
    for place in places:
        for path in sorted(place.glob("*.md")):
            files.setdefault(path.stem, path)
    installed = bool(getattr(sys, "frozen", False))
    return Manual(
        {
            name: parse(name, path.read_text(encoding="utf-8"), installed=installed)
            for name, path in files.items()
        },
        places,
    )


@lru_cache(maxsize=4)
def manual(language: str = SPARE) -> Manual:
    """Return the manual in a language, for example ``de`` or ``de_DE``; missing pages are in English."""
    return read(folders(language))
