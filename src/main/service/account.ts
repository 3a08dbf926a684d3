import { z } from "zod";
import {
	appRemoved,
	type CreditPosition,
	type PresenceOfSecrets,
	type ReadApps,
	readAppList,
	readCreditPosition,
	readPresenceOfSecrets,
	topUp,
} from "../../service-api/account.ts";
import { errorEnvelope } from "../../service-api/error.ts";
import type { ServiceCall } from "./address.ts";
import { ServiceError } from "./errors.ts";
import type { Http } from "./http.ts";

/** See docs/service-api/account.md */
export interface AccountService {
	readCredits(beforeId: number | null, signal?: AbortSignal): Promise<CreditPosition>;
	/**
	 * A retry must use the same key and amount.
	 * @param micro integer micro-USD
	 * @returns `null` if the service accepted the top-up but the position was unreadable
	 */
	topUpCredits(micro: bigint, key: string, signal?: AbortSignal): Promise<CreditPosition | null>;
	listApps(signal?: AbortSignal): Promise<ReadApps>;
	readAppSecrets(applicationId: number, signal?: AbortSignal): Promise<PresenceOfSecrets>;
	removeApp(applicationId: number, signal?: AbortSignal): Promise<void>;
}

const EXACT = /^(?:0|-?[1-9][0-9]*)$/;

/**
 * Parses a number only if no precision is lost. Otherwise, returns NaN for it. For example,
 * `9007199254740993` must not be rounded. Throws a SyntaxError.
 */
export function parseExactJson(text: string): unknown {
	return JSON.parse(text, (_key: string, value: unknown, ...rest: readonly unknown[]) => {
		if (typeof value !== "number") return value;
		const [context] = rest;
		const source =
			typeof context === "object" && context !== null && "source" in context ? context.source : null;
		return typeof source === "string" && EXACT.test(source) && Number.isSafeInteger(value)
			? value
			: Number.NaN;
	});
}

const unreadable = (detail: string, cause?: unknown) => new ServiceError("unreadable", { detail, cause });

export function createAccount(http: Pick<Http, "text">): AccountService {
	async function ask(call: ServiceCall, signal: AbortSignal | undefined): Promise<unknown> {
		const text = await http.text({ ...call, ...(signal === undefined ? {} : { signal }) });
		if (text === "") return undefined;
		try {
			return parseExactJson(text);
		} catch {
			// The cause is dropped, because it may quote confidential content.
			throw unreadable("not JSON");
		}
	}

	return {
		async readCredits(beforeId, signal) {
			const query = beforeId === null ? {} : { query: { before_id: String(beforeId) } };
			const raw = await ask({ method: "GET", path: "/v1/account/credits", ...query }, signal);
			const position = readCreditPosition(raw);
			if (position === null) throw unreadable("credit position");
			return position;
		},
		async topUpCredits(micro, key, signal) {
			const body = topUp.parse({ amount_microusd: Number(micro) });
			const path = "/v1/account/credits/top-up";
			const raw = await ask({ method: "POST", path, body, idempotencyKey: key }, signal);
			const object = typeof raw === "object" && raw !== null;
			if (!object || errorEnvelope.safeParse(raw).success) throw unreadable("top-up answer");
			return readCreditPosition(raw);
		},
		async listApps(signal) {
			const list = readAppList(await ask({ method: "GET", path: "/v1/account/apps" }, signal));
			if (list === null) throw unreadable("app list");
			return list;
		},
		async readAppSecrets(applicationId, signal) {
			const path = `/v1/account/apps/${applicationId}/secrets`;
			const secrets = readPresenceOfSecrets(await ask({ method: "GET", path }, signal), applicationId);
			if (secrets === null) throw unreadable("app secrets");
			return secrets;
		},
		async removeApp(applicationId, signal) {
			const path = `/v1/account/apps/${applicationId}`;
			const answer = await ask({ method: "DELETE", path }, signal);
			// The API doesn't specify a response body, so 204 and an empty object both count as success.
			if (answer === undefined || z.strictObject({}).safeParse(answer).success) return;
			const removed = appRemoved.safeParse(answer);
			if (!removed.success) throw unreadable("app removal");
			if (removed.data.application_id !== applicationId) throw unreadable("the answer is of another app");
		},
	};
}
