"""Policies (acquisition functions): one file per method, and the registry of all."""

from kgdesk.model.policies.custom import CustomPolicy
from kgdesk.model.policies.policy_context import PolicyContext, Seed
from kgdesk.model.policies.protocol import POLICIES, Policy, policies
from kgdesk.model.policies.registry import choose, default_policy, generator, policy

__all__ = [
    "POLICIES",
    "CustomPolicy",
    "Policy",
    "PolicyContext",
    "Seed",
    "choose",
    "default_policy",
    "generator",
    "policies",
    "policy",
]
