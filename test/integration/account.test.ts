import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServiceAccountView } from "../../src/ipc/billing.ts";
import type { FaultOrder } from "../mock-service/faults.ts";
import { type Service, startService } from "../mock-service/service.ts";
import { UNREACHABLE_CHAIN } from "../mock-service/unreachable-chain.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { saying } from "../support/saying.ts";

/** Tests of the service account, through the windows' commands and over real HTTP. */

let service: Service;
let person: Person;
const folders: ReturnType<typeof scratch>[] = [];
let dataDir: string;

function folder(): string {
	const made = scratch();
	folders.push(made);
	return made.path;
}

async function open(): Promise<Person> {
	person = await openPerson({ dataDir, baseUrl: service.url, token: "test-token", chains: [] });
	return person;
}

beforeEach(async () => {
	service = await startService({ dataDir: folder(), token: "test-token", chains: [UNREACHABLE_CHAIN] });
	dataDir = folder();
	await open();
});

afterEach(async () => {
	await person.stop();
	await service.stop();
	for (const made of folders.splice(0)) made.remove();
});

const seen = (): ServiceAccountView => person.desk().serviceAccount;

/** Waits until a pushed view passes the check, or fails with the last check's error. */
async function shows(check: (account: ServiceAccountView) => void): Promise<void> {
	const satisfied = () => {
		try {
			check(seen());
			return true;
		} catch {
			return null;
		}
	};
	await person.until("the account", satisfied, 8_000).catch(() => {});
	check(seen());
}

const fault = (method: string, path: string, more: Pick<FaultOrder, "kind"> & Record<string, unknown>) =>
	service.control.fault({ match: { method, path }, ...more } as FaultOrder);

async function topUp(amountMicrousd: string) {
	await person.callDesk("askTopUp", {});
	return await person.callTrusted("topUp", { amountMicrousd });
}

async function topUpKeys(): Promise<(string | null)[]> {
	const { requests } = await service.control.records();
	return requests.filter(({ path }) => path.endsWith("/top-up")).map(({ idempotencyKey }) => idempotencyKey);
}

describe("the account", () => {
	it("is read with its credit, page after page, and its apps", async () => {
		expect(await person.callDesk("readAccount", {})).toEqual({ ok: true });
		await shows((account) =>
			expect(account).toMatchObject({
				offered: true,
				credits: { more: true },
				creditsFault: null,
				appsFault: null,
			}),
		);
		expect(await person.callDesk("moreCredits", {})).toEqual({ ok: true });
		await shows((account) =>
			expect(account.credits).toMatchObject({
				more: false,
				balance: { usd: saying("credits.usd", { amount: "2.50" }) },
			}),
		);
		await shows((account) => expect(account.credits?.entries).toHaveLength(24));
		await shows((account) =>
			expect(account.apps?.map(({ app }) => app)).toEqual(["test-vault", "Market Notes"]),
		);
		await service.control.settings({ appsList: "catalog" });
		expect(await person.callDesk("readAccount", {})).toEqual({ ok: true });
		await shows((account) =>
			expect(account).toMatchObject({
				apps: [{ app: "test-vault" }, { app: "Market Notes" }],
				otherApps: [{ why: "built_in" }, { why: "not_installed", applicationId: 99 }],
				appsFault: null,
			}),
		);
		await service.control.settings({ appsList: "installed" });
		expect(await person.callDesk("readAccount", {})).toEqual({ ok: true });
		await shows((account) => expect(account.otherApps).toEqual([]));
		expect(await person.callDesk("readSecrets", { applicationId: 7 })).toEqual({ ok: true });
		await shows((account) =>
			expect(account.apps?.[0]?.secrets).toMatchObject({ ready: false, missing: ["VAULT_TOKEN"] }),
		);
	});

	it("is topped up once with one key, even if the answer is lost and the app restarts", async () => {
		await fault("POST", "top-up", { kind: "lost_answer" });
		expect((await topUp("10000000")).ok).toBe(false);
		const screen = await person.until("the unclear top-up", () => {
			const now = person.screen();
			return now.screen === "topUp" && now.account.topUp?.state === "unclear" ? now : null;
		});
		expect(screen.account.topUp?.text).toEqual(saying("account.top-up.same-key"));
		await person.stop();
		await open();
		await shows((account) =>
			expect(account.topUp).toMatchObject({
				state: "unclear",
				amount: { usd: saying("credits.usd", { amount: "10.00" }) },
			}),
		);
		expect(await topUpKeys()).toHaveLength(1);
		await person.callDesk("askTopUp", {});
		expect(await person.callTrusted("retryTopUp", {})).toEqual({ ok: true });
		await shows((account) =>
			expect(account).toMatchObject({
				topUp: { state: "done" },
				credits: { balance: { usd: saying("credits.usd", { amount: "12.50" }) } },
			}),
		);
		expect(new Set(await topUpKeys()).size).toBe(1);
		expect(await topUp("10000")).toEqual({ ok: true });
		await shows((account) =>
			expect(account.credits?.balance.usd).toEqual(saying("credits.usd", { amount: "12.51" })),
		);
		expect(new Set(await topUpKeys()).size).toBe(2);
	});

	it("is topped up after a payment elsewhere, with the key that requested it", async () => {
		expect((await topUp("4020000")).ok).toBe(false);
		await shows(({ topUp }) => {
			expect(topUp?.state).toBe("payment_needed");
			expect(topUp?.text).toEqual(saying("service.payment-required"));
		});
		expect(await person.callTrusted("retryTopUp", {})).toEqual({ ok: true });
		expect(new Set(await topUpKeys()).size).toBe(1);
		await shows((account) =>
			expect(account.credits?.balance.usd).toEqual(saying("credits.usd", { amount: "6.52" })),
		);
	});

	it("is not topped up, nor is an app removed, if it is not on screen", async () => {
		await person.callDesk("readAccount", {});
		expect((await person.callTrusted("topUp", { amountMicrousd: "10000" })).ok).toBe(false);
		expect((await person.callTrusted("removeApp", { applicationId: 7, name: "test-vault" })).ok).toBe(false);
		expect((await person.callDesk("askRemoveApp", { applicationId: 99 })).ok).toBe(false);
		const { requests } = await service.control.records();
		expect(requests.filter(({ method }) => method === "DELETE")).toEqual([]);
		expect(await topUpKeys()).toEqual([]);
	});

	it("removes an app at the service once its name was typed", async () => {
		await person.callDesk("readAccount", {});
		expect(await person.callDesk("askRemoveApp", { applicationId: 7 })).toEqual({ ok: true });
		expect((await person.callTrusted("removeApp", { applicationId: 7, name: "vault" })).ok).toBe(false);
		expect(await person.callTrusted("removeApp", { applicationId: 7, name: "test-vault" })).toEqual({
			ok: true,
		});
		await shows((account) => expect(account.apps?.map(({ applicationId }) => applicationId)).toEqual([12]));
		await person.callDesk("readAccount", {});
		await shows((account) => expect(account.apps?.map(({ applicationId }) => applicationId)).toEqual([12]));
	});

	it("says so if the service has no routes to read it, and a top-up still returns the balance", async () => {
		await fault("GET", "/v1/account/(credits|apps)$", { kind: "status", status: 404, count: 2 });
		await person.callDesk("readAccount", {});
		await shows((account) => expect(account.creditsFault).toEqual(saying("account.credit.not-offered")));
		await shows((account) => expect(account.appsFault).toEqual(saying("account.apps.not-offered")));
		expect(await topUp("10000")).toEqual({ ok: true });
		await shows((account) =>
			expect(account.credits?.balance.usd).toEqual(saying("credits.usd", { amount: "2.51" })),
		);
		expect(await person.callDesk("readSecrets", { applicationId: 12 })).toEqual({ ok: true });
		await shows((account) =>
			expect(account.apps).toMatchObject([
				{ app: "Market Notes", secrets: { slots: [{ presence: "app" }] } },
			]),
		);
	});
});
