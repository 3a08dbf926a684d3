import { useDesk } from "../../state/desk.tsx";

/** The pipeline: its tree, operations, and Builds. */
export function CatalogPlace() {
	const { catalog } = useDesk().view;
	return (
		<div className="h-full overflow-y-auto px-6 py-5">
			<h1 className="text-f4 font-semibold tracking-tight">Catalog</h1>
			<p>{catalog.words}</p>
		</div>
	);
}
