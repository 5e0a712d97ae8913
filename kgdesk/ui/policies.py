"""What people call the policies."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def policy_title(name: str) -> str:
    """Return the name of a policy for people; with a belief of its own, that belief stands behind it."""
    rule, slash, belief = name.partition("/")
    title = {
        "kg": QCoreApplication.translate("Policies", "Knowledge gradient"),
        "online-kg": QCoreApplication.translate("Policies", "Online knowledge gradient"),
        "kg-star": QCoreApplication.translate("Policies", "Knowledge gradient with repeats"),
        "random": QCoreApplication.translate("Policies", "Random"),
        "exploit": QCoreApplication.translate("Policies", "Best so far"),
        "most-uncertain": QCoreApplication.translate("Policies", "Most uncertain"),
        "fisher": QCoreApplication.translate("Policies", "Fisher information"),
        "fisher-exact": QCoreApplication.translate("Policies", "Fisher information, exact"),
        "logistic-bound": QCoreApplication.translate("Policies", "Logistic bound"),
        "disc": QCoreApplication.translate("Policies", "Discriminative"),
        "thompson": QCoreApplication.translate("Policies", "Thompson sampling"),
        "top-two": QCoreApplication.translate("Policies", "Top two"),
        "bayes-ucb": QCoreApplication.translate("Policies", "Upper quantile"),
    }.get(rule, rule)
    return f"{title} ({belief})" if slash else title
