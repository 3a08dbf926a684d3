import type { SignedTokens } from "../core/decoded-transaction/signed-token.ts";
import { signedTokens } from "../core/device/signed/signed-tokens.ts";
import type { ChainFamily } from "../service-api/action.ts";
import type { AppChannel } from "./app-channel.ts";
import {
	type DeviceAccess,
	DeviceSession,
	isAway,
	meaningOf,
	type RequestContext,
	type Work,
} from "./device-session.ts";
import type { Engine } from "./engine.ts";
import { DeviceError, deviceErrorOf, refusalOf } from "./faults.ts";
import {
	APP_OF,
	type DeviceApp,
	type DeviceInspection,
	type DevicePayload,
	type DeviceRefusal,
	isDashboard,
	type LedgerGrant,
} from "./protocol.ts";
import { sleep } from "./time.ts";

/**
 * The device disconnects from USB whenever an app opens or closes. Returns `false` if it disconnected before
 * it responded.
 */
async function mayLeave(asking: Promise<void>): Promise<boolean> {
	try {
		await asking;
		return true;
	} catch (error) {
		if (!isAway(error)) throw error;
		return false;
	}
}

/** @param app `null` for the dashboard */
async function isThere(
	session: DeviceSession,
	engine: Engine,
	work: Work,
	app: DeviceApp | null,
): Promise<boolean> {
	const info = await session.once(work, (channel) => engine.appInfo(channel));
	const there = app === null ? isDashboard(info.name) : info.name === app;
	if (there) session.remember(info, null);
	return there;
}

/**
 * Waits until the device is back with the app open.
 * @throws DeviceError `timeout` if another app stayed open, `unplugged` if the device didn't come back
 */
async function arrive(
	session: DeviceSession,
	access: DeviceAccess,
	work: Work,
	app: DeviceApp | null,
): Promise<void> {
	const { engine, clock, times } = access;
	const until = clock.now() + times.graceMs;
	for (;;) {
		let last = new DeviceError("timeout");
		try {
			if (await isThere(session, engine, work, app)) return;
		} catch (error) {
			last = meaningOf(deviceErrorOf(error), "inspect", null, null);
			if (last.fault === "cancelled" || last.fault === "locked") throw last;
		}
		if (clock.now() >= until) throw isAway(last) ? new DeviceError("unplugged", { cause: last }) : last;
		await sleep(clock, times.pollMs, work.signal);
	}
}

function leaveOther(
	session: DeviceSession,
	engine: Engine,
	work: Work,
	app: DeviceApp,
): Promise<{ readonly ok: true; readonly was: string } | DeviceRefusal> {
	return session.using(work, { operation: "inspect", family: null }, async (channel) => {
		const { name } = await engine.appInfo(channel);
		if (name !== app && !isDashboard(name)) await mayLeave(engine.quitApp(channel));
		return { ok: true as const, was: name };
	});
}

/** Never rejects. Waits without a time limit while the device prompts the user. */
async function openAppOn(
	session: DeviceSession,
	access: DeviceAccess,
	work: Work,
	app: DeviceApp,
): Promise<{ readonly ok: true } | DeviceRefusal> {
	const left = await leaveOther(session, access.engine, work, app);
	if (!left.ok || left.was === app) return left.ok ? { ok: true } : left;
	let prompt: DeviceRefusal["prompt"] = "notAsked";
	try {
		if (!isDashboard(left.was)) await arrive(session, access, work, null);
		let asking = false;
		const asked = await session.using(
			work,
			{ operation: "openApp", family: null },
			async (channel) => {
				asking = true;
				return { ok: true as const, answered: await mayLeave(access.engine.openApp(channel, app)) };
			},
			() => !asking,
		);
		if (!asked.ok) return asked;
		prompt = asked.answered ? "answered" : "unknown";
		await arrive(session, access, work, app);
		return { ok: true };
	} catch (error) {
		return { ...refusalOf(error, false), prompt };
	}
}

interface DeviceAccount {
	readonly family: ChainFamily;
	readonly path: string;
}

type DeviceAnswer<Kind extends "inspect" | "openApp" | "addresses" | "showAddress" | "prepare" | "sign"> =
	Promise<LedgerGrant<Kind> | DeviceRefusal>;

/** EVM addresses are case-insensitive, but Solana addresses aren't. */
function sameAddress(family: ChainFamily, one: string, other: string): boolean {
	return family === "evm" ? one.toLowerCase() === other.toLowerCase() : one === other;
}

const keyOf = ({ family, path }: DeviceAccount, address: string) => JSON.stringify([family, path, address]);

const tokensOf = (descriptors: readonly string[] | null): SignedTokens | null =>
	descriptors === null ? null : signedTokens(descriptors.map((each) => Buffer.from(each, "base64")));

/** One Ledger device. None of its methods rejects, and the server runs one call at a time. */
export class LedgerDevice {
	readonly #access: DeviceAccess;
	readonly #session: DeviceSession;

	constructor(id: string, access: DeviceAccess) {
		this.#access = access;
		this.#session = new DeviceSession(id, access);
	}

	inspect(work: Work): DeviceAnswer<"inspect"> {
		return this.#session.using(work, { operation: "inspect", family: null }, async (channel) => ({
			ok: true,
			inspection: await this.#readStatusOn(channel),
		}));
	}

	openApp(work: Work, app: DeviceApp): DeviceAnswer<"openApp"> {
		work.stage("opening");
		return openAppOn(this.#session, this.#access, work, app);
	}

	addresses(work: Work, family: ChainFamily, paths: readonly string[]): DeviceAnswer<"addresses"> {
		const { engine } = this.#access;
		work.stage("opening");
		return this.#session.using(work, { operation: "address", family }, async (channel) => {
			work.stage("checking");
			const addresses: { path: string; address: string }[] = [];
			for (const path of paths)
				addresses.push({ path, address: await engine.address(channel, family, path) });
			return { ok: true, addresses };
		});
	}

	showAddress(work: Work, { family, path }: DeviceAccount): DeviceAnswer<"showAddress"> {
		const { engine } = this.#access;
		work.stage("opening");
		return this.#session.using(work, { operation: "address", family }, async (channel) => ({
			ok: true,
			address: await engine.showAddress(channel, family, path),
		}));
	}

	prepare(work: Work, account: DeviceAccount, address: string): DeviceAnswer<"prepare"> {
		const context: RequestContext = { operation: "address", family: account.family };
		work.stage("opening");
		return this.#session.using(work, context, async (channel, keep) => {
			work.stage("checking");
			await this.#check(channel, account, address);
			await this.#session.checkVersion(channel, account.family);
			keep(keyOf(account, address));
			return { ok: true };
		});
	}

	async sign(
		work: Work,
		account: DeviceAccount,
		address: string,
		payload: DevicePayload,
	): DeviceAnswer<"sign"> {
		const context: RequestContext = { operation: "sign", family: account.family };
		work.stage("opening");
		const held = this.#session.useOpen(work, context, keyOf(account, address), (channel) => {
			work.stage("checking");
			return this.#signOn(channel, account, payload);
		});
		if (held !== null) return held;
		// The payload must not be sent twice.
		let sending = false;
		return this.#session.using(
			work,
			context,
			async (channel) => {
				work.stage("checking");
				await this.#check(channel, account, address);
				await this.#session.checkVersion(channel, account.family);
				sending = true;
				return this.#signOn(channel, account, payload);
			},
			() => !sending,
		);
	}

	seen(): void {
		this.#session.seen();
	}

	close(): Promise<void> {
		return this.#session.release();
	}

	async #check(channel: AppChannel, { family, path }: DeviceAccount, address: string): Promise<void> {
		const own = await this.#access.engine.address(channel, family, path);
		if (!sameAddress(family, own, address)) throw new DeviceError("otherDevice", { app: APP_OF[family] });
	}

	async #readStatusOn(channel: AppChannel): Promise<DeviceInspection> {
		const { engine } = this.#access;
		const info = await engine.appInfo(channel);
		const app = info.name === "Ethereum" || info.name === "Solana" ? info.name : null;
		return this.#session.remember(info, app === null ? null : await engine.settings(channel, app));
	}

	async #requestSignature(
		channel: AppChannel,
		{ family, path }: DeviceAccount,
		payload: DevicePayload,
	): Promise<Uint8Array> {
		const { engine } = this.#access;
		switch (payload.kind) {
			case "evm_transaction": {
				const bytes = Buffer.from(payload.unsigned.slice(2), "hex");
				return engine.signEvmTransaction(channel, path, bytes, tokensOf(payload.descriptors));
			}
			case "evm_personal":
				return engine.signMessage(channel, family, path, Buffer.from(payload.message.slice(2), "hex"));
			case "evm_typed_data":
				return engine.signTypedData(channel, path, payload.typedData, tokensOf(payload.descriptors));
			case "svm_transaction":
				return engine.signSvmTransaction(channel, path, Buffer.from(payload.message, "base64"));
			case "svm_offchain":
				return engine.signMessage(channel, family, path, Buffer.from(payload.message, "base64"));
		}
	}

	async #signOn(
		channel: AppChannel,
		account: DeviceAccount,
		payload: DevicePayload,
	): Promise<LedgerGrant<"sign">> {
		if ("descriptors" in payload && payload.descriptors !== null)
			await this.#session.checkDescriptors(channel);
		const signature = await this.#requestSignature(channel, account, payload);
		return { ok: true, signature: `0x${Buffer.from(signature).toString("hex")}` };
	}
}
