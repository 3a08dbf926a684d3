import { useEffect } from "react";
import type { ServiceAccountView } from "../../../bridge/account-views.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

/** The account with the service: read when it is opened and whenever the person asks. */
export function useServiceAccount(): {
	readonly account: ServiceAccountView;
	readonly read: () => void;
	readonly reading: boolean;
	readonly fault: string | null;
} {
	const { bridge, view } = useDesk();
	const { serviceAccount: account } = view;
	const { send, busy, fault } = useWish();
	const { offered } = account;
	useEffect(() => {
		if (offered) void send(() => bridge.call("readAccount", {}));
	}, [offered, bridge, send]);
	return {
		account,
		read: () => void send(() => bridge.call("readAccount", {})),
		reading: busy || account.loading,
		fault,
	};
}
