import type { IdentityView } from "../../../bridge/identity-views.ts";
import { Page } from "../page.tsx";

export function SignInScreen({ identity }: { identity: IdentityView }) {
	return (
		<Page title="Sign in" lead="" bar={null}>
			<pre>{JSON.stringify(identity)}</pre>
		</Page>
	);
}
