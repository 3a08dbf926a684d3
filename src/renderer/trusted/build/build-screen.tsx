import type { BuildView } from "../../../bridge/catalog-views.ts";
import { Page } from "../page.tsx";

export function BuildScreen({ build }: { build: BuildView | null }) {
	return (
		<Page title="Commit a Build" lead="" bar={null}>
			<pre>{JSON.stringify(build)}</pre>
		</Page>
	);
}
