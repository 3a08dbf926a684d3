import type { AppView } from "../../../bridge/account-views.ts";
import { Page } from "../page.tsx";

export function RemoveAppScreen({ app }: { app: AppView | null }) {
	return (
		<Page title="Remove an app" lead="" bar={null}>
			<pre>{JSON.stringify(app)}</pre>
		</Page>
	);
}
