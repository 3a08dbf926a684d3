/** Agreement of two simulations on what leaves the account. */

/**
 * `agrees`: both show at least one effect, and all effects match. `unseen`: both ran and neither shows an
 * effect; neither checks everything. `drifts`: they match except for prices. `differs`: they differ, not at
 * the user's cost. `undeclared`: the service did not declare something that costs the user. `unproven`: our
 * simulation is unavailable. `running`: our simulation has not finished.
 */

export type Agreement = "agrees" | "contradicts" | "silent";
