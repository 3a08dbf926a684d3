import { hasWrongChecksum, readAddress } from "../../core/format/numeral.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import { type Message, message } from "../../core/message.ts";
import type { WatchedAccountSetting } from "../ports.ts";

/** An account that is only looked at, from what was typed; or what is wrong with that. */
export function readWatched(
	text: string,
):
	| { readonly ok: true; readonly account: WatchedAccountSetting }
	| { readonly ok: false; readonly text: Message } {
	const address = text.trim();
	if (hasWrongChecksum(address)) return { ok: false, text: message("app.watch.checksum") };
	if (readAddress(address) !== null) return { ok: true, account: { family: "evm", address } };
	return readKey(address) === null
		? { ok: false, text: message("app.watch.no-address") }
		: { ok: true, account: { family: "svm", address } };
}
