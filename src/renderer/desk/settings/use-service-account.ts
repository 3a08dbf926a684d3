import { useEffect } from "react";
import type { ServiceAccountView } from "../../../ipc/billing.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

export function useServiceAccount(): {
	readonly account: ServiceAccountView;
	readonly read: () => void;
	readonly reading: boolean;
	readonly fault: string | null;
} {
	const { bridge, view } = useDesk();
	const { serviceAccount: account } = view;
	const { send, busy, fault } = useCommand();
	const { offered } = account;
	// A new grant changes the response.
	const grant = view.identity.grants.find(({ resource }) => resource === "account")?.state ?? "none";
	const granted = grant === "granted" || grant === "pasted";
	useEffect(() => {
		if (offered || granted) void send(() => bridge.call("readAccount", {}));
	}, [offered, granted, bridge, send]);
	return {
		account,
		read: () => void send(() => bridge.call("readAccount", {})),
		reading: busy || account.loading,
		fault,
	};
}
