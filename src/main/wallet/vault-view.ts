import type { VaultView } from "../../ipc/wallet.ts";
import type { Settings } from "../ports.ts";
import type { VaultStatus } from "./signers/vault/types.ts";

export function vaultView(status: VaultStatus, settings: Settings): VaultView {
	return {
		state: status.state,
		locksAt: status.locksAt,
		autoLockMinutes: settings.autoLockMinutes,
		nextTryAt: status.nextTryAt,
		text: status.text,
	};
}
