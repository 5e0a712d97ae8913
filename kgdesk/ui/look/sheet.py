"""The one style sheet: cards, outcome buttons, strips, headings. All else is Fusion with our palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.look.colours import Look

#: Kinds of strips and banners, by what they say.
STRIPS = ("neutral", "armed", "recorded", "caution", "refusal")

#: What is clicked is 32 pixels high, its frame included, for gloved fingers. Not of editors within other parts.
TARGETS = """
QPushButton, QToolButton, QLineEdit, QComboBox, QAbstractSpinBox { min-height: 30px; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractItemView QLineEdit, QAbstractItemView QAbstractSpinBox,
QTabBar QToolButton, QMenuBar QToolButton, QLineEdit QToolButton { min-height: 0; }
"""


def set_role(widget: QWidget, **roles: str | bool) -> None:
    """Give a widget the properties that the style sheet looks for, and draw it anew.

    Parameters
    ----------
    widget
        Any widget.
    roles
        ``role="card" | "heading" | "title" | "code" | "muted"``; ``outcome="success" | "failure"`` and
        ``armed=True`` for the two big buttons; ``strip=`` one of `STRIPS`.
    """
    changed = [name for name, value in roles.items() if widget.property(name) != value]
    for name in changed:
        widget.setProperty(name, roles[name])
    if changed:
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()


def style_sheet(look: Look, points: float) -> str:
    """Return the style sheet of a look.

    Parameters
    ----------
    look
        The colours.
    points
        Size of plain text in typographic points, text scale included.
    """
    return "\n".join((TARGETS, _frames(look), _words(look, points), _outcome_buttons(look, points)))


def _frames(look: Look) -> str:
    strips = {
        "neutral": (look.border, look.card),
        "armed": (look.accent, look.armed_ground),
        "recorded": (look.success, look.recorded_ground),
        "caution": (look.caution, look.caution_ground),
        "refusal": (look.refusal, look.refusal_ground),
    }
    edge = f"border: 1px solid {look.border}"
    rules = [
        f'QFrame[role="card"] {{ background: {look.card}; {edge}; border-radius: 6px; }}',
        f"QToolTip {{ background: {look.card}; color: {look.text}; {edge}; padding: 4px; }}",
    ]
    for kind, (colour, ground) in strips.items():
        line = f"border: {1 if kind == 'neutral' else 2}px solid {colour}"
        rules.append(f'QFrame[strip="{kind}"] {{ background: {ground}; {line}; border-radius: 6px; }}')
    return "\n".join(rules)


def _words(look: Look, points: float) -> str:
    return f"""
QLabel[role] {{ background: transparent; border: none; }}
QLabel[role="heading"] {{ font-size: {points * 1.1:.2f}pt; font-weight: 600; color: {look.muted}; }}
QLabel[role="title"] {{ font-size: {points * 1.1:.2f}pt; font-weight: 600; color: {look.text}; }}
QLabel[role="code"] {{ font-size: {max(points * 2.4, 24.0):.2f}pt; font-weight: 700; color: {look.text}; }}
QLabel[role="muted"] {{ color: {look.muted}; }}
QLabel[role="caution"] {{ color: {look.caution}; }}
QPushButton[role="link"] {{ color: {look.accent}; background: transparent; text-decoration: underline;
 text-align: left; padding: 0px; border: 2px solid transparent; border-radius: 4px; }}
QPushButton[role="link"]:focus {{ border-color: {look.accent}; }}
QPushButton[role="link"]:disabled {{ color: {look.muted}; text-decoration: none; }}
"""


def _outcome_buttons(look: Look, points: float) -> str:
    rules = [
        f"""QPushButton[outcome] {{ min-height: 60px; border-radius: 6px; padding: 2px 8px;
 font-size: {max(points, min(points * 1.5, 18.0)):.2f}pt; font-weight: 700; background: {look.card}; }}
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
