import type { ServiceAccountView } from "../../../bridge/account-views.ts";
import { Page } from "../page.tsx";

export function TopUpScreen({ account }: { account: ServiceAccountView }) {
	return (
		<Page title="Top up" lead="" bar={null}>
			<pre>{JSON.stringify(account)}</pre>
		</Page>
	);
}
