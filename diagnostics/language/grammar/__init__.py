"""The grammar of questions, claims and requests: a sentence becomes a form, or a refusal.

A sentence is cut into the words of a closed vocabulary (`lattice`), words are joined to phrases of
time, place, measure and quantity (`clock`, `grounds`, `phrases`), and phrases to a form (`frames`).
Every word is read by a rule or stands in the list of empty words; what is left over is refused.
"""
