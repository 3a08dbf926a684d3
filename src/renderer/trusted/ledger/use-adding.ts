import { useEffect, useRef, useState } from "react";
import type { LedgerView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { scanKey, toAdd } from "./selection.ts";

/** What of a scan is selected, and how adding it goes. */
export interface Adding {
	readonly selected: readonly string[];
	readonly setSelected: (paths: readonly string[]) => void;
	/** What would be added. */
	readonly paths: readonly string[];
	/** What was added last, in words; null where nothing was, or one of them is gone. */
	readonly added: string | null;
	readonly asksPassword: boolean;
	readonly password: string;
	readonly setPassword: (text: string) => void;
	readonly add: () => Promise<void>;
	readonly busy: boolean;
	readonly fault: string | null;
}

export function useAdding({ scan, accounts }: Pick<LedgerView, "scan" | "accounts">): Adding {
	const { bridge, view } = useTrusted();
	const key = scanKey(scan);
	// A selection belongs to its scan: another scan starts with none.
	const [selection, setSelection] = useState<{ readonly key: string; readonly paths: readonly string[] }>({
		key,
		paths: [],
	});
	const selected = selection.key === key ? selection.paths : [];
	const setSelected = (picked: readonly string[]) => setSelection({ key, paths: picked });
	const [added, setAdded] = useState<string | null>(null);
	const [password, setPassword] = useState("");
	const asksPassword = view.takesPassword.account;
	const { send, busy, fault } = useCommand();

	// What was added and is removed again is not said to be there.
	const held = useRef(accounts.length);
	useEffect(() => {
		if (accounts.length < held.current) setAdded(null);
		held.current = accounts.length;
	}, [accounts.length]);

	const paths = toAdd(scan.rows, selected);
	const add = async () => {
		setAdded(null);
		const outcome = await send(() =>
			bridge.call("addLedgerAccounts", { paths: [...paths], password: asksPassword ? password : null }),
		);
		setPassword("");
		if (outcome?.ok !== true) return;
		setSelected([]);
		setAdded(t("trusted.ledger.accounts-were-added", { count: paths.length }));
	};
	return {
		selected,
		setSelected,
		paths,
		added,
		asksPassword,
		password,
		setPassword,
		add,
		busy,
		fault,
	};
}
