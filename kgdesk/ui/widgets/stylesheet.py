"""Colour palettes, their WCAG contrast, and the style sheet."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetrics

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one scheme, each as ``#rrggbb``.

    Parameters
    ----------
    dark
        Whether text is light on dark backgrounds.
    window, card, field, button
        Backgrounds: the window, cards and plots, text fields and tables, push buttons.
    text, muted
        Text on any of the backgrounds; `muted` also marks void runs.
    border, grid
        `border` outlines controls, with contrast 3:1; `grid` is decorative and may have less.
    success, failure, accent, caution, refusal
        Marks, outlines and text. No pair of them differs by red against green alone.
    on_success, on_failure, on_accent
        Text on a background filled with that colour.
    armed_ground, recorded_ground, caution_ground, refusal_ground
        Backgrounds of strips and banners; `text` is written on them.
    """

    dark: bool
    window: str
    card: str
    field: str
    button: str
    text: str
    muted: str
    border: str
    grid: str
    success: str
    failure: str
    accent: str
    caution: str
    refusal: str
    on_success: str
    on_failure: str
    on_accent: str
    armed_ground: str
    recorded_ground: str
    caution_ground: str
    refusal_ground: str


LIGHT = Palette(
    dark=False,
    window="#EFEFEF",
    card="#FFFFFF",
    field="#FFFFFF",
    button="#F4F4F5",
    text="#16181B",
    muted="#555C66",
    border="#7C828B",
    grid="#E1E4E8",
    success="#0A5FA5",
    failure="#A34700",
    accent="#0A5FA5",
    caution="#7A4F00",
    refusal="#8A1C5C",
    on_success="#FFFFFF",
    on_failure="#FFFFFF",
    on_accent="#FFFFFF",
    armed_ground="#EAF3FB",
    recorded_ground="#F4F8FB",
    caution_ground="#FFF5DF",
    refusal_ground="#FBEDF5",
)


DARK = Palette(
    dark=True,
    window="#1F2124",
    card="#17181B",
    field="#17181B",
    button="#2C2F34",
    text="#E8EAED",
    muted="#A4ABB4",
    border="#7A818A",
    grid="#2B2E33",
    success="#56B4E9",
    failure="#F0A53A",
    accent="#7FB4F0",
    caution="#F2C45C",
    refusal="#E79AC6",
    on_success="#0B0D0F",
    on_failure="#0B0D0F",
    on_accent="#0B0D0F",
    armed_ground="#14232F",
    recorded_ground="#1A2026",
    caution_ground="#2B2413",
    refusal_ground="#2C1824",
)


#: White on black, for low vision and brightly lit benches.
HIGH = Palette(
    dark=True,
    window="#000000",
    card="#000000",
    field="#000000",
    button="#1A1A1A",
    text="#FFFFFF",
    muted="#E0E0E0",
    border="#FFFFFF",
    grid="#4A4A4A",
    success="#6CC7FF",
    failure="#FFB454",
    accent="#FFE600",
    caution="#FFF0A0",
    refusal="#FF9AD5",
    on_success="#000000",
    on_failure="#000000",
    on_accent="#000000",
    armed_ground="#001C33",
    recorded_ground="#001421",
    caution_ground="#2A2000",
    refusal_ground="#2A0018",
)


def palette_on(ground: str) -> Palette:
    """Return the palette of a window with background ``#rrggbb``: high contrast on black, else by its luminance."""
    if ground.lower() == HIGH.window:
        return HIGH
    return DARK if luminance(ground) < 0.2 else LIGHT


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 (black) to 1 (white), as defined by WCAG 2.2."""
    channels = (int(colour[place : place + 2], 16) / 255.0 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 (equal) to 21 (black on white), as defined by WCAG 2.2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pairs(look: Palette) -> list[tuple[str, str, str, float]]:
    """Return every colour pair in use as ``(name, foreground, background, minimum contrast)``.

    The minimum is 4.5 for text, 3 for marks, outlines and the focus ring.
    """
    grounds = {"window": look.window, "card": look.card, "field": look.field, "button": look.button}
    strips = {
        "armed": look.armed_ground,
        "recorded": look.recorded_ground,
        "caution": look.caution_ground,
        "refusal": look.refusal_ground,
    }
    marks = {
        "success": look.success,
        "failure": look.failure,
        "accent": look.accent,
        "caution": look.caution,
        "refusal": look.refusal,
    }
    pairs_of_colours = [
        ("text on success", look.on_success, look.success, 4.5),
        ("text on failure", look.on_failure, look.failure, 4.5),
        ("text on accent", look.on_accent, look.accent, 4.5),
    ]
    for ground, behind in {**grounds, **strips}.items():
        pairs_of_colours.append((f"text on {ground}", look.text, behind, 4.5))
        pairs_of_colours.append((f"muted on {ground}", look.muted, behind, 4.5))
        pairs_of_colours += [(f"{mark} on {ground}", colour, behind, 4.5) for mark, colour in marks.items()]
        pairs_of_colours.append((f"border on {ground}", look.border, behind, 3.0))
    return pairs_of_colours


#: Size of headings and titles relative to plain text.
TITLE = 1.1

#: Kinds of strips and banners.
STRIPS = ("neutral", "armed", "recorded", "caution", "refusal")


def set_role(widget: QWidget, **roles: str | bool) -> None:
    """Set the dynamic properties that the style sheet selects by, and restyle the widget.

    Parameters
    ----------
    widget
        Any widget.
    roles
        ``role="card" | "heading" | "title" | "answer" | "verdict" | "code" | "muted" | "link" | "low"``, the last a
        button of the least height; ``primary=True`` for the button that goes on or accepts;
        ``outcome="success" | "failure"`` and ``armed=True`` for the two big buttons; ``strip=`` one of `STRIPS`.
    """
    changed = [name for name, value in roles.items() if widget.property(name) != value]
    for name in changed:
        widget.setProperty(name, roles[name])
    if changed:
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()


def line_height(font: QFont, factor: float = 1.0, weight: QFont.Weight = QFont.Weight.Normal) -> int:
    """Return the height in pixels of a line of text, in another size or weight if given."""
    other = QFont(font)
    other.setPointSizeF(font.pointSizeF() * factor)
    other.setWeight(weight)
    metrics = QFontMetrics(other)
    return max(metrics.height(), metrics.lineSpacing())


def style_sheet(look: Palette, font: QFont, system: str = sys.platform) -> str:
    """Return the style sheet of a palette; `font` is that of plain text, text scale included."""
    words = _words(look, font.pointSizeF())
    rules = [_targets(line_height(font)), _frames(look), words, _outcome_buttons(look, font)]
    if system == "win32":
        rules.append(_one_face(font))
    return "\n".join(rules)


def _one_face(font: QFont) -> str:
    """Return the rule for what Windows gives faces and sizes of its own, again with each change of its theme."""
    families = ", ".join(f'"{family}"' for family in font.families())
    size = f"font-size: {font.pointSizeF():.2f}pt"
    kinds = "QMenuBar, QMenu, QStatusBar, QToolTip, QAbstractItemView, QMessageBox, QMessageBox QLabel"
    return f"{kinds} {{ font-family: {families}; {size}; }}"


def _targets(line: int) -> str:
    """Return the rules of click targets: 32 pixels high, frame included, for gloved fingers, or higher for a high line.

    Not for editors within other widgets.
    """
    return f"""
QPushButton, QToolButton, QLineEdit, QComboBox, QAbstractSpinBox {{ min-height: {max(30, line + 2)}px; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractItemView QLineEdit, QAbstractItemView QAbstractSpinBox,
QTabBar QToolButton, QMenuBar QToolButton, QLineEdit QToolButton {{ min-height: 0; }}
"""


def _frames(look: Palette) -> str:
    strips = {
        "neutral": (look.border, look.card),
        "armed": (look.accent, look.armed_ground),
        "recorded": (look.success, look.recorded_ground),
        "caution": (look.caution, look.caution_ground),
        "refusal": (look.refusal, look.refusal_ground),
    }
    edge = f"border: 1px solid {look.border}"
    hairline = look.border if look is HIGH else look.grid
    tab = "QTabWidget#tabs > QTabBar::tab"
    rules = [
        f'QFrame[role="card"] {{ background: {look.card}; border: 1px solid {hairline}; border-radius: 6px; }}',
        "QTabWidget#tabs::pane { border: none; }",
        f"{tab} {{ background: transparent; color: {look.muted}; border: none; padding: 5px 8px; }}",
        f"{tab} {{ border-bottom: 3px solid transparent; }}",
        f"{tab}:selected {{ color: {look.text}; border-bottom-color: {look.accent}; }}",
        f"{tab}:hover {{ color: {look.text}; }}",
        f"QToolTip {{ background: {look.card}; color: {look.text}; {edge}; padding: 4px; }}",
        f'QWidget[role="inside"] {{ background: {look.card}; }}',
        f'QFrame[role="row"] {{ background: transparent; border: none; border-bottom: 1px solid {look.grid}; }}',
        f'QFrame[role="asked"] {{ background: {look.caution_ground}; border: none; }}',
    ]
    segment = 'QToolButton[segment="true"]'
    rules.append(
        f"{segment} {{ border: 1px solid {look.border}; background: {look.button}; padding: 0 10px; }}"
    )
    rules.append(
        f"{segment}:checked {{ background: {look.accent}; color: {look.on_accent}; font-weight: 600; }}"
    )
    rules.append(f"{segment}:focus {{ border: 2px solid {look.text}; }}")
    answers = {
        "success": (look.success, look.on_success),
        "failure": (look.failure, look.on_failure),
        "none": (look.muted, look.card),
        "brush": (look.accent, look.on_accent),
    }
    for answer, (colour, writing) in answers.items():
        own = f'QToolButton[answer="{answer}"]'
        rules.append(f"{own} {{ border: 1px solid {look.border}; background: {look.button}; }}")
        rules.append(f"{own}:checked {{ background: {colour}; color: {writing}; font-weight: 700; }}")
    for kind, (colour, ground) in strips.items():
        line = f"border: {1 if kind == 'neutral' else 2}px solid {colour}"
        rules.append(f'QFrame[strip="{kind}"] {{ background: {ground}; {line}; border-radius: 6px; }}')
    return "\n".join(rules)


def _words(look: Palette, points: float) -> str:
    return f"""
QLabel[role] {{ background: transparent; border: none; }}
QLabel[role="heading"] {{ font-size: {points * TITLE:.2f}pt; font-weight: 600; color: {look.muted}; }}
QLabel[role="title"] {{ font-size: {points * TITLE:.2f}pt; font-weight: 600; color: {look.text}; }}
QLabel[role="moved"] {{ font-size: {points * TITLE:.2f}pt; font-weight: 600; color: {look.on_accent};
 background: {look.accent}; }}
QPushButton[role="chip"] {{ background: {look.armed_ground}; color: {look.text}; border: 1px solid {look.accent};
 border-right: none; border-top-left-radius: 14px; border-bottom-left-radius: 14px; padding: 0px 4px 0px 12px; }}
QPushButton[role="chip-end"] {{ background: {look.armed_ground}; color: {look.text}; border: 1px solid {look.accent};
 border-left: none; border-top-right-radius: 14px; border-bottom-right-radius: 14px; padding: 0px 10px 0px 4px; }}
QPushButton[role="segment"] {{ background: {look.button}; color: {look.text}; border: 1px solid {look.border};
 padding: 0px 10px; font-weight: 600; }}
QPushButton[role="segment"]:checked {{ background: {look.accent}; color: {look.on_accent}; }}
QLabel[role="answer"] {{ font-size: {points * TITLE:.2f}pt; color: {look.text}; }}
QLabel[role="verdict"] {{ font-size: {points * 1.6:.2f}pt; font-weight: 700; color: {look.text}; }}
QLabel[role="code"] {{ font-size: {max(points * 2.4, 24.0):.2f}pt; font-weight: 700; color: {look.text}; }}
QLabel[role="code"][letters="bench"] {{ font-size: {points * 4.5:.2f}pt; }}
QLabel[role="code"][letters="benchLow"] {{ font-size: {points * 3.3:.2f}pt; }}
QLabel[role="place"] {{ font-weight: 600; color: {look.text}; }}
QLabel[role="place"][letters="bench"] {{ font-size: {points * 3.3:.2f}pt; font-weight: 700; }}
QLabel[role="place"][letters="benchLow"] {{ font-size: {points * 2.5:.2f}pt; font-weight: 700; }}
QLabel[role="muted"] {{ color: {look.muted}; }}
QLabel[role="caution"] {{ color: {look.caution}; }}
QLabel[role="side"] {{ font-size: {points * 1.3:.2f}pt; font-weight: 700; color: {look.text}; }}
QLabel[role="side"][side="success"] {{ color: {look.success}; }}
QLabel[role="side"][side="failure"] {{ color: {look.failure}; }}
QLineEdit[role="value"] {{ padding-left: 8px; font-size: {points * 1.8:.2f}pt; font-weight: 600; }}
QPushButton[primary="true"] {{ background: {look.button}; color: {look.muted}; border: 2px solid {look.border};
 border-radius: 4px; padding: 2px 10px; }}
QPushButton[primary="true"]:enabled {{ background: {look.accent}; color: {look.on_accent};
 border-color: {look.accent}; }}
QPushButton[primary="true"]:enabled:hover {{ border-color: {look.text}; }}
QPushButton[primary="true"]:enabled:focus {{ border-color: {look.on_accent}; }}
QPushButton[role="face"] {{ border: 1px solid {look.border}; background: {look.button}; padding: 0px 14px; }}
QPushButton[role="face"]:checked {{ background: {look.accent}; color: {look.on_accent}; font-weight: 600; }}
QPushButton[role="low"] {{ min-height: {max(24, round(points * 1.9))}px; }}
QPushButton[role="link"] {{ color: {look.accent}; background: transparent; text-decoration: underline;
 text-align: left; padding: 0px; border: 2px solid transparent; border-radius: 4px; }}
QPushButton[role="link"]:focus {{ border-color: {look.accent}; }}
QPushButton[role="link"]:disabled {{ color: {look.muted}; text-decoration: none; }}
"""


def _outcome_buttons(look: Palette, font: QFont) -> str:
    points = font.pointSizeF()
    size = max(points, min(points * 1.5, 18.0))
    high = max(58, 2 * line_height(font, size / points, QFont.Weight.Bold))  # name and key
    rules = [
        f"""QPushButton[outcome] {{ min-height: {high}px; border-radius: 6px; padding: 2px 8px;
 font-size: {size:.2f}pt; font-weight: 700; background: {look.card}; }}
QPushButton[outcome][letters="bench"] {{ font-size: {1.3 * size:.2f}pt; }}
QPushButton[outcome]:disabled {{ border: 2px dashed {look.muted}; color: {look.muted};
 background: {look.window}; }}"""
    ]
    for outcome, colour, writing in (
        ("success", look.success, look.on_success),
        ("failure", look.failure, look.on_failure),
    ):
        own = f'QPushButton[outcome="{outcome}"]'
        rules.append(
            f"{own}:enabled {{ border: 2px solid {colour}; color: {colour}; }}\n"
            f"{own}:enabled:hover {{ border-width: 3px; }}\n"
            f'{own}[armed="true"]:enabled {{ background: {colour}; color: {writing}; }}'
        )
    return "\n".join(rules)
