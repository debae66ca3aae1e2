"""The staff of a campaign: it sits once a turn, and lays before its admiral what to order, each with its reason.

Every file is one desk: the yards, who is fit for what, who leads whom, what an enemy's order is worth stopping, and who looks
for him. A desk reads the table and its own side's secrets, and keeps nothing: asked again it says the same.
"""
