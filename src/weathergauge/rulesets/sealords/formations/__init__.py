"""Formations made anew: sail and squadrons change places, leaders their posts, in council and after a battle (P24)."""
