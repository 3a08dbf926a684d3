/** The person's rules, for the trusted window. */
export interface RulesView {
	readonly rules: readonly never[];
}
