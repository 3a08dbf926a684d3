import { ed25519 } from "@noble/curves/ed25519.js";
import { sign } from "viem/accounts";
import { hashMessage, hashTypedData, keccak256, numberToHex } from "viem/utils";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import type { Frozen } from "../../../../../../src/core/match/frozen.ts";
import type {
	DeviceFault,
	DevicePayload,
	DeviceRefusal,
	DeviceStage,
	LedgerResult,
	PluggedDevice,
} from "../../../../../../src/ledger-process/protocol.ts";
import { LedgerSigner } from "../../../../../../src/main/wallet/signers/ledger/ledger-signer.ts";
import type {
	DeviceStatus,
	LedgerAccount,
	LedgerClient,
} from "../../../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import type { DeviceWatch } from "../../../../../../src/main/wallet/signers/ledger/watch.ts";
import { SignerError } from "../../../../../../src/main/wallet/signers/signer.ts";
import { LEDGER_TOKENS } from "../../../../../support/ledger-tokens.ts";
import { hex } from "../../../../core/match/honest.ts";
import { SVM_KEYS, SVM_SIGNER } from "../../../../core/match/honest-svm.ts";
import { type VirtualClock, virtualClock } from "../../../signing/clock.ts";
import { ACCOUNT } from "./device-channels.ts";

/** A signer with scripted devices, which hold the keys of the honest commits and sign what they get. */

export const SVM_ACCOUNT: LedgerAccount = {
	family: "svm",
	address: SVM_SIGNER,
	path: "m/44'/501'/0'",
	model: "Ledger Nano X",
};

const KEY = numberToHex(1, { size: 32 });

/** Signs a payload as an honest device. */
export async function honestSignature(payload: DevicePayload, privateKey = KEY): Promise<string> {
	const ofHash = async (hash: `0x${string}`) => {
		const { r, s, yParity } = await sign({ hash, privateKey, to: "object" });
		return `${r}${s.slice(2)}0${yParity}`;
	};
	switch (payload.kind) {
		case "evm_transaction":
			return ofHash(keccak256(hex(payload.unsigned)));
		case "evm_personal":
			return ofHash(hashMessage({ raw: hex(payload.message) }));
		case "evm_typed_data":
			return ofHash(hashTypedData(JSON.parse(payload.typedData)));
		case "svm_transaction":
		case "svm_offchain": {
			const made = ed25519.sign(Buffer.from(payload.message, "base64"), SVM_KEYS.secretKey.slice(0, 32));
			return `0x${Buffer.from(made).toString("hex")}`;
		}
	}
}

export function refusalOf(fault: DeviceFault, prompt: DeviceRefusal["prompt"] = "notAsked"): DeviceRefusal {
	return { ok: false, fault, status: null, app: null, prompt };
}

export const START = 1_790_000_000_000;
export const NANO: PluggedDevice = { id: "a", model: "Ledger Nano X" };

export function ledgerScene(clock: VirtualClock = virtualClock(START)) {
	const world = {
		plugged: [NANO] as readonly PluggedDevice[] | DeviceRefusal,
		accounts: [ACCOUNT, SVM_ACCOUNT] as readonly LedgerAccount[],
		/** Refusals by device id; other devices are ready. */
		refusals: new Map<string, DeviceRefusal>(),
		/** Device statuses that other callers requested. */
		statuses: new Map<string, DeviceStatus>(),
		prepared: [] as string[],
		payloads: [] as DevicePayload[],
		cancelled: 0,
		wants: 0,
		asking: 0,
		/** Returns the outcome of a signature request. */
		sign: async (
			payload: DevicePayload,
			_stage: (stage: DeviceStage) => void,
		): Promise<LedgerResult<"sign">> => ({
			ok: true,
			signature: await honestSignature(payload),
		}),
		onCancel: () => {},
		/** Whether the review announced blind signing on this device, before the approval. */
		announcedBlind: true,
		/** Addresses of accounts whose devices refused Ledger's signed descriptions. */
		refusedWords: [] as string[],
		/** Called when the signer becomes free. */
		onFree: () => {},
		log: [] as string[],
	};
	const client: Pick<LedgerClient, "devices" | "prepare" | "sign"> = {
		devices: async () => ("ok" in world.plugged ? world.plugged : { ok: true, devices: [...world.plugged] }),
		async prepare(deviceId) {
			world.prepared.push(deviceId);
			return world.refusals.get(deviceId) ?? { ok: true };
		},
		sign(_id, _account, payload, onStage) {
			world.payloads.push(payload);
			return {
				answer: world.sign(payload, onStage),
				cancel() {
					world.cancelled += 1;
					world.onCancel();
				},
			};
		},
	};
	const counted = (name: "wants" | "asking") => () => {
		world[name] += 1;
		return () => {
			world[name] -= 1;
		};
	};
	const watch: Pick<DeviceWatch, "asking" | "devices" | "want"> = {
		devices: () => [...world.statuses].map(([id, status]) => ({ id, model: NANO.model, status })),
		want: counted("wants"),
		asking: counted("asking"),
	};
	const never = () => {
		throw new Error("not asked by a signer");
	};
	const signer = new LedgerSigner({
		client: {
			...client,
			inspect: never,
			openApp: never,
			addresses: never,
			showAddress: never,
			stop: never,
		},
		watch,
		accounts: () => world.accounts,
		descriptors: {
			tokens: LEDGER_TOKENS,
			isReviewedBlind: () => world.announcedBlind,
			refused: ({ address }) => void world.refusedWords.push(address),
		},
		onFree: () => world.onFree(),
		clock,
		log: (line) => world.log.push(line),
	});
	const ask = (frozen: Frozen, place = 0) => signer.sign(frozen, place, fingerprintOf(frozen), frozen.signer);
	const rest = async () => {
		for (let turns = 0; turns < 5; turns += 1) await new Promise<void>((go) => setImmediate(go));
	};
	return { clock, world, signer, ask, rest };
}

export async function refusal(promise: Promise<unknown>): Promise<SignerError> {
	const error: unknown = await promise.catch((caught: unknown) => caught);
	if (error instanceof SignerError) return error;
	throw error instanceof Error ? error : new Error("It was not refused.");
}
