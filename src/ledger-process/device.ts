import { signedTokens } from "../core/device/signed/tokens.ts";
import type { SignedTokens } from "../core/subject/signed-token.ts";
import type { ChainFamily } from "../service-api/action.ts";
import { DeviceError } from "./faults.ts";
import { createLine, type DeviceParts, type RequestContext, type Work } from "./line.ts";
import { openAppOn } from "./opening.ts";
import {
	APP_OF,
	type DeviceApp,
	type DeviceLook,
	type DevicePayload,
	type DeviceRefusal,
	type LedgerGrant,
} from "./protocol.ts";
import type { Talk } from "./talk.ts";

/** What one device can be asked. */

interface DeviceAccount {
	readonly family: ChainFamily;
	readonly path: string;
}

type DeviceAnswer<Kind extends "look" | "openApp" | "addresses" | "showAddress" | "prepare" | "sign"> =
	Promise<LedgerGrant<Kind> | DeviceRefusal>;

/** No call rejects, and no two may run at once: the server's queue sees to it. */
export interface LedgerDevice {
	look(work: Work): DeviceAnswer<"look">;
	openApp(work: Work, app: DeviceApp): DeviceAnswer<"openApp">;
	addresses(work: Work, family: ChainFamily, paths: readonly string[]): DeviceAnswer<"addresses">;
	showAddress(work: Work, account: DeviceAccount): DeviceAnswer<"showAddress">;
	prepare(work: Work, account: DeviceAccount, address: string): DeviceAnswer<"prepare">;
	sign(work: Work, account: DeviceAccount, address: string, payload: DevicePayload): DeviceAnswer<"sign">;
	/** It is plugged in, as a list of devices has just said. */
	seen(): void;
	/** Lets it go. */
	close(): Promise<void>;
}

/** EVM addresses in any case, Solana's letter by letter. */
function sameAddress(family: ChainFamily, one: string, other: string): boolean {
	return family === "evm" ? one.toLowerCase() === other.toLowerCase() : one === other;
}

const keyOf = ({ family, path }: DeviceAccount, address: string) => JSON.stringify([family, path, address]);

/** Descriptions as main sent them; `null` if the review promised no words. */
const wordsOf = (words: readonly string[] | null): SignedTokens | null =>
	words === null ? null : signedTokens(words.map((each) => Buffer.from(each, "base64")));

export function createDevice(id: string, parts: DeviceParts): LedgerDevice {
	const { engine } = parts;
	const line = createLine(id, parts);

	/** The account's own address, or `otherDevice`. */
	async function check(talk: Talk, { family, path }: DeviceAccount, address: string): Promise<void> {
		const own = await engine.address(talk, family, path);
		if (!sameAddress(family, own, address)) throw new DeviceError("otherDevice", { app: APP_OF[family] });
	}

	async function lookOn(talk: Talk): Promise<DeviceLook> {
		const info = await engine.appInfo(talk);
		const app = info.name === "Ethereum" || info.name === "Solana" ? info.name : null;
		return line.remember(info, app === null ? null : await engine.settings(talk, app));
	}

	async function askSignature(
		talk: Talk,
		{ family, path }: DeviceAccount,
		payload: DevicePayload,
	): Promise<Uint8Array> {
		switch (payload.kind) {
			case "evm_transaction":
				return engine.signEvmTransaction(
					talk,
					path,
					Buffer.from(payload.unsigned.slice(2), "hex"),
					wordsOf(payload.words),
				);
			case "evm_personal":
				return engine.signMessage(talk, family, path, Buffer.from(payload.message.slice(2), "hex"));
			case "evm_typed_data":
				return engine.signTypedData(talk, path, payload.typedData, wordsOf(payload.words));
			case "svm_transaction":
				return engine.signSvmTransaction(talk, path, Buffer.from(payload.message, "base64"));
			case "svm_offchain":
				return engine.signMessage(talk, family, path, Buffer.from(payload.message, "base64"));
		}
	}

	async function signOn(
		talk: Talk,
		account: DeviceAccount,
		payload: DevicePayload,
	): Promise<LedgerGrant<"sign">> {
		if ("words" in payload && payload.words !== null) await line.checkWords(talk);
		const signature = await askSignature(talk, account, payload);
		return { ok: true, signature: `0x${Buffer.from(signature).toString("hex")}` };
	}

	return {
		openApp: (work, app) => {
			work.stage("opening");
			return openAppOn(line, parts, work, app);
		},
		look: (work) =>
			line.using(work, { asked: "look", family: null }, async (talk) => ({
				ok: true,
				look: await lookOn(talk),
			})),
		addresses(work, family, paths) {
			work.stage("opening");
			return line.using(work, { asked: "address", family }, async (talk) => {
				work.stage("checking");
				const addresses: { path: string; address: string }[] = [];
				for (const path of paths) addresses.push({ path, address: await engine.address(talk, family, path) });
				return { ok: true, addresses };
			});
		},
		showAddress(work, { family, path }) {
			work.stage("opening");
			return line.using(work, { asked: "address", family }, async (talk) => ({
				ok: true,
				address: await engine.showAddress(talk, family, path),
			}));
		},
		prepare(work, account, address) {
			work.stage("opening");
			return line.using(work, { asked: "address", family: account.family }, async (talk, keep) => {
				work.stage("checking");
				await check(talk, account, address);
				await line.checkVersion(talk, account.family);
				keep(keyOf(account, address));
				return { ok: true };
			});
		},
		async sign(work, account, address, payload) {
			const context: RequestContext = { asked: "sign", family: account.family };
			work.stage("opening");
			const held = line.usingHeld(work, context, keyOf(account, address), (talk) => {
				work.stage("checking");
				return signOn(talk, account, payload);
			});
			if (held !== null) return held;
			// Once the payload is on its way, nothing is sent a second time.
			let sending = false;
			return line.using(
				work,
				context,
				async (talk) => {
					work.stage("checking");
					await check(talk, account, address);
					await line.checkVersion(talk, account.family);
					sending = true;
					return signOn(talk, account, payload);
				},
				() => !sending,
			);
		},
		seen: () => line.seen(),
		close: () => line.release(),
	};
}
