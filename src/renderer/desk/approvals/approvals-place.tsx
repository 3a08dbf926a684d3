import { useDesk } from "../../state/desk.tsx";

/** What each account has allowed so far. */
export function ApprovalsPlace() {
	const { view } = useDesk();
	return <p>{view.allowances.rows.length}</p>;
}
