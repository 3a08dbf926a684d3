import type { RulesView } from "../../../bridge/policy-views.ts";
import { Page } from "../page.tsx";

/** The person's rules. */
export function RulesScreen({ rules }: { rules: RulesView }) {
	return (
		<Page title="Your rules" lead={`${rules.rules.length} rules`} bar={null}>
			{null}
		</Page>
	);
}
