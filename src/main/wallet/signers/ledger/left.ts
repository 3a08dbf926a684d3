import {
	APP_OF,
	type DeviceRefusal,
	type LedgerGrant,
	type LedgerResult,
	type PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { LeftQuestion, SettingsStore } from "../../../ports.ts";
import type { DeviceCall, LedgerClient } from "./types.ts";

/**
 * Questions that were cut off may still stand on a device's screen. Reading an address beneath one makes the Ethereum
 * app crash at the next button, and no command tells whether one stands: so nothing but the open app is asked until
 * another app was seen there, or the user says that the screen is clear. Written down before each question, so that
 * it is known after a restart, however the last run ended.
 */

interface Left extends LeftQuestion {
	/** Null of an earlier run. */
	readonly deviceId: string | null;
}

export interface CarefulClient extends LedgerClient {
	/** The user has looked: no question stands on any device. False where none could. */
	cleared(): boolean;
}

export interface CarefulParts {
	readonly client: LedgerClient;
	readonly settings: SettingsStore;
	readonly log: (line: string) => void;
}

const STILL_ASKING: DeviceRefusal = {
	ok: false,
	fault: "stillAsking",
	status: null,
	app: null,
	prompt: "notAsked",
};
const CANCELLED: DeviceRefusal = { ...STILL_ASKING, fault: "cancelled" };
const FAILED: DeviceRefusal = { ...STILL_ASKING, fault: "failed" };

/** As many as the settings take. */
const MAX_LEFT = 20;

/** The same client, which asks nothing of a device that may still show a question of ours. */
export function createCarefulClient({ client, settings, log }: CarefulParts): CarefulClient {
	let left: readonly Left[] = (settings.get().ledgerLeft ?? []).map((each) => ({ ...each, deviceId: null }));
	let plugged: readonly PluggedDevice[] = [];

	/** False where it could not be written down. */
	function keep(next: readonly Left[]): boolean {
		left = next;
		try {
			settings.set({ ledgerLeft: left.slice(-MAX_LEFT).map(({ model, family }) => ({ model, family })) });
			return true;
		} catch (error) {
			log(`ledger: not written down (${error instanceof Error ? error.name : "unknown"})`);
			return false;
		}
	}

	/** A device comes back under another name: then it may be any of its model. */
	function suspects({ deviceId, model }: Left): readonly PluggedDevice[] {
		const own = plugged.filter(({ id }) => id === deviceId);
		return own.length > 0 ? own : plugged.filter((each) => each.model === model);
	}

	const leftOn = (deviceId: string) =>
		left.filter((each) => suspects(each).some(({ id }) => id === deviceId));

	/** An app that is not open any more has no question. */
	async function look(deviceId: string): Promise<LedgerResult<"look">> {
		const seen = await client.look(deviceId);
		if (!seen.ok) return seen;
		const open = (each: Left) => APP_OF[each.family] === seen.look.app;
		const standing = leftOn(deviceId);
		const gone = standing.filter((each) => !open(each) && suspects(each).length === 1);
		if (gone.length > 0) keep(left.filter((each) => !gone.includes(each)));
		return standing.some(open) ? STILL_ASKING : seen;
	}

	/** Asks the device where no question of ours may stand there. */
	function careful<Answer extends { readonly ok: true }>(
		deviceId: string,
		begin: () => DeviceCall<Answer | DeviceRefusal>,
	): DeviceCall<Answer | DeviceRefusal> {
		if (leftOn(deviceId).length === 0) return begin();
		let begun: DeviceCall<Answer | DeviceRefusal> | null = null;
		let isCancelled = false;
		const looked = async () => {
			const seen = await look(deviceId);
			if (!seen.ok) return seen;
			if (isCancelled) return CANCELLED;
			begun = begin();
			return await begun.answer;
		};
		return {
			answer: looked(),
			cancel() {
				isCancelled = true;
				begun?.cancel();
			},
		};
	}

	/** What the user answers, on their screen until they do. */
	function question<Answer extends { readonly ok: true }>(
		deviceId: string,
		family: ChainFamily,
		begin: () => DeviceCall<Answer | DeviceRefusal>,
	): DeviceCall<Answer | DeviceRefusal> {
		return careful(deviceId, () => {
			const model = plugged.find(({ id }) => id === deviceId)?.model ?? "";
			const own: Left = { model, family, deviceId };
			if (!keep([...left, own])) {
				left = left.filter((each) => each !== own);
				return { answer: Promise.resolve(FAILED), cancel() {} };
			}
			const call = begin();
			const answer = call.answer.then((result) => {
				if (result.ok || result.prompt !== "unknown") keep(left.filter((each) => each !== own));
				return result;
			});
			return { answer, cancel: call.cancel };
		});
	}

	return {
		async devices() {
			const listed = await client.devices();
			if (listed.ok) plugged = listed.devices;
			return listed;
		},
		look,
		openApp: client.openApp,
		addresses: (deviceId, family, paths) =>
			careful<LedgerGrant<"addresses">>(deviceId, () => client.addresses(deviceId, family, paths)),
		showAddress: (deviceId, family, path) =>
			question<LedgerGrant<"showAddress">>(deviceId, family, () =>
				client.showAddress(deviceId, family, path),
			),
		prepare: (deviceId, account) =>
			careful<LedgerGrant<"prepare">>(deviceId, () => ({
				answer: client.prepare(deviceId, account),
				cancel() {},
			})).answer,
		sign: (deviceId, account, payload, onStage) =>
			question<LedgerGrant<"sign">>(deviceId, account.family, () =>
				client.sign(deviceId, account, payload, onStage),
			),
		stop: client.stop,
		cleared() {
			if (left.length === 0) return false;
			keep([]);
			return true;
		},
	};
}
