import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuildView, CatalogView } from "../../src/ipc/catalog.ts";
import { openSvm, openWorld, type SvmWorld, type World } from "../mock-service/fixture.ts";
import { appAt } from "../support/at-world.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { saying } from "../support/saying.ts";

/** The pipeline with the mock service, without windows: tree, operation, Build, simulation, commit, inbox. */

const ROOT = "/v1/pipeline";
const DEMO = `${ROOT}/apps/demo/operations`;
const TRICK = `${ROOT}/apps/trickster/operations/trick`;
const FRIEND = "0x00000000000000000000000000000000000c0ffe";
const APPLICATION = 7;

let world: World;
let solana: SvmWorld;
let person: Person;
const folder = scratch();

beforeAll(async () => {
	solana = await openSvm([], { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 });
	const key = generatePrivateKey();
	const { address } = privateKeyToAccount(key);
	world = await openWorld({
		person: address,
		svm: solana.options,
		tokens: { "catalog-only": ["pipeline:catalog"], "agent-only": ["agent:read"] },
	});
	await world.demo.fund(address);
	person = await openPerson({
		dataDir: folder.path,
		...appAt(world, solana),
		key,
		svmKey: base58.encode(solana.person.secretKey),
	});
});

afterAll(async () => {
	await person?.stop();
	await world?.close();
	await solana?.svm.stop();
	folder.remove();
});

const catalog = (): CatalogView => person.desk().catalog;

/** Sends a command of the desk, and pushes its result to the windows. */
async function command(name: string, input: unknown, whose = person) {
	const outcome = await whose.callDesk(name, input);
	whose.countersign.pushDesk();
	return outcome;
}
const open = (href: string | null) => command("openCatalog", { href });

/** Lists the names of a directory, with all its pages. */
async function listing(href: string | null): Promise<string[]> {
	expect(await open(href)).toEqual({ ok: true });
	for (;;) {
		const shown = catalog().open;
		if (shown?.kind !== "directory") throw new Error("no listing is open");
		if (!shown.more) return shown.entries.map(({ name }) => name);
		await command("moreCatalog", {});
	}
}

/** Opens an operation by way of the tree, as a user would. */
async function operation(app: string, name: string): Promise<string> {
	const operations = `${ROOT}/apps/${app}/operations`;
	const shown = catalog().open;
	if (shown?.kind === "operation" && shown.href === `${operations}/${name}`) return shown.href;
	for (const href of [null, `${ROOT}/apps`, `${ROOT}/apps/${app}`, operations])
		expect(await person.callDesk("openCatalog", { href })).toEqual({ ok: true });
	expect(await open(`${operations}/${name}`)).toEqual({ ok: true });
	return `${operations}/${name}`;
}

async function run(href: string, body: unknown, applicationId: number | null = null) {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return await command("runOperation", { href, body: text, applicationId, platform: null });
}

/** Runs an operation and returns its Build. */
async function made(href: string, body: unknown, applicationId: number | null): Promise<BuildView> {
	expect(await run(href, body, applicationId)).toEqual({ ok: true });
	const [build] = catalog().builds;
	if (build === undefined) throw new Error("no Build was opened");
	return build;
}

const now = (id: string): BuildView => {
	const build = catalog().builds.find((each) => each.id === id);
	if (build === undefined) throw new Error("the Build is closed");
	return build;
};

/** Opens the Build in the trusted window and commits it there. */
async function commit({ id, digest }: BuildView) {
	expect(await command("reviewBuild", { buildId: id })).toEqual({ ok: true });
	await person.until("the Build on the trusted screen", () => {
		const screen = person.screen();
		return screen.screen === "build" && screen.build?.id === id;
	});
	const outcome = await person.callTrusted("commitBuild", { buildId: id, digest });
	person.countersign.pushDesk();
	return outcome;
}

async function requestsTo(path: string) {
	const { requests } = await world.service.control.records();
	return requests.filter((each) => each.path.split("?")[0] === path && each.method === "POST");
}

/** Waits for an entry whose id isn't known yet. */
async function entryAfter(known: ReadonlySet<string>) {
	return await person.until("an entry of what was committed", () =>
		person.desk().inbox.find(({ id }) => !known.has(id)),
	);
}
const entries = () => new Set(person.desk().inbox.map(({ id }) => id));

describe("the tree", () => {
	it("is read from both roots, page by page, each entry once", async () => {
		expect(await listing(null)).toEqual(["core", "evm", "svm", "apps", "skills"]);
		expect(await listing(`${ROOT}/svm`)).toEqual(["stage", "simulate", "commit"]);
		const apps = await listing(`${ROOT}/apps`);
		expect(apps).toHaveLength(47);
		expect(new Set(apps).size).toBe(47);
	});

	it("ends if its pages form a circle or lead elsewhere, and no link leaves the pipeline", async () => {
		await listing(`${ROOT}/apps`);
		await listing(`${ROOT}/apps/trickster`);
		const shown = catalog().open;
		if (shown?.kind !== "directory") throw new Error("no listing is open");
		const followed = shown.entries.filter(({ href }) => href !== null).map(({ name }) => name);
		expect(followed).toEqual(["operations", "circle", "astray", "pay"]);
		expect(await listing(`${ROOT}/apps/trickster/circle`)).toEqual(["turn a", "always", "turn b"]);
		expect(catalog().open).toMatchObject({ note: saying("catalog.listing.circle") });
		await listing(`${ROOT}/apps/trickster`);
		expect(await listing(`${ROOT}/apps/trickster/astray`)).toEqual(["home"]);
		expect(catalog().open).toMatchObject({ note: saying("catalog.listing.elsewhere") });
		expect((await open("/v1/account/credits")).ok).toBe(false);
	});

	it("has documents as written", async () => {
		for (const href of [null, `${ROOT}/skills`, `${ROOT}/skills/hello`, `${ROOT}/skills/hello/SKILL.md`])
			expect(await open(href)).toEqual({ ok: true });
		const shown = catalog().open;
		expect(shown?.kind === "document" && shown.text).toContain("<script>alert(1)</script>");
		expect(catalog().trail.map(({ name }) => name)).toEqual(["pipeline", "skills", "hello", "SKILL.md"]);
	});
});

describe("an operation", () => {
	it("has its schema, and its answer keeps every digit", async () => {
		const href = await operation("demo", "quote");
		expect(catalog().open).toMatchObject({ role: "app", schema: expect.stringContaining('"pair"') });
		const amount = "900719925474099312345";
		expect(await run(href, { pair: "ETH/DEMO", amount, depth: 2 }, APPLICATION)).toEqual({ ok: true });
		expect(catalog().open).toMatchObject({
			result: expect.stringContaining(`"size":${amount}`),
			fault: null,
		});
	});

	it("is not sent if the input is invalid, and names input that the service requires", async () => {
		const href = await operation("demo", "send");
		const before = (await requestsTo(href)).length;
		const unfit = await run(href, { asset: "ETH", to: "0x12", amount: "1" }, APPLICATION);
		expect(unfit.ok ? null : unfit.text).toEqual(saying("catalog.input.fault", { where: "to" }));
		expect(await requestsTo(href)).toHaveLength(before);
		const nameless = await run(href, { asset: "ETH", to: FRIEND, amount: "1" });
		expect(nameless.ok ? null : nameless.text).toEqual(saying("catalog.operation.needs-id"));
	});

	it("without a descriptor accepts JSON text, and sends it byte for byte", async () => {
		const href = await operation("demo", "hidden");
		const body = '{ "n" : 12345678901234567890.50, "s":"caf\\u00e9 ☕" }';
		expect(await run(href, body, APPLICATION)).toEqual({ ok: true });
		const hash = createHash("sha256").update(body).digest("hex");
		expect(catalog().open).toMatchObject({
			schema: null,
			result: JSON.stringify({ result: { sha256: hash } }),
		});
	});
});

describe("a Build", () => {
	it("is completed on EVM: created, simulated, committed, and signed from the inbox", async () => {
		const href = await operation("demo", "send");
		const wei = "10000000000000000";
		const build = await made(href, { asset: "ETH", to: FRIEND, amount: wei }, APPLICATION);
		expect(build).toMatchObject({ family: "evm", status: "staged", canSimulate: true, canCommit: false });
		expect(await command("simulateBuild", { buildId: build.id })).toEqual({ ok: true });
		const simulated = now(build.id);
		expect(simulated).toMatchObject({ status: "simulated", digest: build.digest, canCommit: true });
		const [out] = simulated.simulation?.changes ?? [];
		expect(out).toMatchObject({ mine: true, direction: "out", amount: { raw: wei, checked: true } });
		const known = entries();
		expect(await commit(simulated)).toEqual({ ok: true });
		const [request] = await requestsTo(`${ROOT}/evm/commit`);
		expect(request).toMatchObject({ idempotencyKey: build.digest });
		expect(now(build.id).committed?.requests[0]).toEqual(expect.stringContaining('"execute_evm"'));
		const entry = await entryAfter(known);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.headline).toEqual(
			saying("token.send", {
				amount: { amount: { raw: "10000000000000000", decimals: 18, symbol: "ETH", checked: true } },
			}),
		);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
	});

	it("is completed on Solana, wrapped in a member of the answer", async () => {
		const href = await operation("demo", "send-sol");
		const to = solana.options.mint;
		const build = await made(href, { unit: "SOL", to, amount: "0.25" }, APPLICATION);
		expect(build).toMatchObject({ family: "svm", raw: expect.stringContaining("12345678901234567890.50") });
		expect(await command("simulateBuild", { buildId: build.id })).toEqual({ ok: true });
		const known = entries();
		expect(await commit(now(build.id))).toEqual({ ok: true });
		expect(now(build.id).committed?.results).toHaveLength(1);
		await entryAfter(known);
	});

	it("is staged on Solana from instructions, and simulated", async () => {
		for (const href of [`${ROOT}/svm`, `${ROOT}/svm/stage`]) expect(await open(href)).toEqual({ ok: true });
		const memo = {
			program_id: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
			accounts: [],
			data_base64: Buffer.from("hello").toString("base64"),
		};
		const input = {
			kind: "instructions",
			instructions: [{ description: "Say hello", instructions: [memo] }],
		};
		const build = await made(`${ROOT}/svm/stage`, input, null);
		expect(build.actions[0]?.text).toEqual(saying("build.action.instruction", { label: "Say hello" }));
		expect(await command("simulateBuild", { buildId: build.id })).toEqual({ ok: true });
		expect(now(build.id).simulation?.status).toBe("passed");
	});

	it("is saved and opened byte for byte; with one byte changed, the service refuses it", async () => {
		await operation("demo", "send-many");
		const input = {
			payments: [
				{ to: FRIEND, amount: "1" },
				{ to: FRIEND, amount: "2" },
			],
		};
		const build = await made(`${DEMO}/send-many`, input, APPLICATION);
		expect(await command("saveBuildFile", { buildId: build.id })).toEqual({ ok: true });
		const saved = person.ports.desktop.saved ?? "";
		expect(saved).toContain("caf\\u00e9 \\/ ☕");
		await command("closeBuild", { buildId: build.id });
		const opened = async (text: string) => {
			person.ports.desktop.toOpen = text;
			expect(await command("openBuildFile", {})).toEqual({ ok: true });
			const [first] = catalog().builds;
			if (first === undefined) throw new Error("no Build was opened");
			return first;
		};
		const good = await opened(saved);
		expect(good.origin).toEqual(saying("build.from-file"));
		expect(await command("simulateBuild", { buildId: good.id })).toEqual({ ok: true });
		const bad = await opened(saved.replace("12345678901234567890.50", "12345678901234567890.5"));
		expect((await command("simulateBuild", { buildId: bad.id })).ok).toBe(false);
		expect(now(bad.id)).toMatchObject({ status: "staged", canCommit: false });
	});

	it("is committed once, even if the first answer is lost", async () => {
		const href = await operation("demo", "send");
		const build = await made(href, { asset: "DEMO", to: FRIEND, amount: "5" }, APPLICATION);
		await command("simulateBuild", { buildId: build.id });
		const path = `${ROOT}/evm/commit`;
		const before = (await requestsTo(path)).length;
		await world.service.control.fault({ kind: "lost_answer", match: { path } });
		const known = entries();
		const first = await commit(now(build.id));
		expect(first.ok ? null : first.text).toEqual(saying("build.commit-unclear"));
		expect(await commit(now(build.id))).toEqual({ ok: true });
		const sent = (await requestsTo(path)).slice(before);
		expect(sent).toHaveLength(2);
		expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([build.digest]));
		await entryAfter(known);
	});

	it("is committed in the trusted window only, while it is on screen there", async () => {
		const href = await operation("demo", "send");
		const build = await made(href, { asset: "ETH", to: FRIEND, amount: "7" }, APPLICATION);
		await command("simulateBuild", { buildId: build.id });
		const [other] = catalog().builds.filter(({ id }) => id !== build.id);
		await command("reviewBuild", { buildId: other?.id ?? "" });
		const outcome = await person.callTrusted("commitBuild", { buildId: build.id, digest: build.digest });
		expect(outcome.ok ? null : outcome.text).toEqual(saying("build.not-on-screen"));
	});
});

describe("a misbehaving service", () => {
	it.each([
		["changed_digest", "build.answer.digest"],
		["changed_actions", "build.answer.actions"],
		["widened_actions", "build.answer.actions"],
		["other_origin", "build.answer.origin"],
		["still_staged", "build.answer.no-outcome"],
		["expired", "build.expired"],
	])("is not trusted: %s", async (kind, code) => {
		await operation("trickster", "trick");
		const build = await made(TRICK, { kind }, null);
		const outcome = await command("simulateBuild", { buildId: build.id });
		expect(outcome.ok ? null : outcome.text).toEqual(saying(code));
		expect(now(build.id)).toMatchObject({ status: "staged", canCommit: false, raw: build.raw });
		await command("closeBuild", { buildId: build.id });
	});

	it.each([
		["failed_simulation", "build.simulation-failed"],
		["failed_guard", "build.guard-failed"],
	])("can't have a failed Build committed: %s", async (kind, code) => {
		await operation("trickster", "trick");
		const build = await made(TRICK, { kind }, null);
		expect(await command("simulateBuild", { buildId: build.id })).toEqual({ ok: true });
		const outcome = await commit(now(build.id));
		expect(outcome.ok ? null : outcome.text).toEqual(saying(code));
		await command("closeBuild", { buildId: build.id });
	});

	it.each(["bad_digest", "twice"])("has no unreadable Build opened: %s", async (kind) => {
		await operation("trickster", "trick");
		const before = catalog().builds.length;
		expect((await run(TRICK, { kind })).ok).toBe(false);
		expect(catalog().builds).toHaveLength(before);
	});

	it("leaves a commit unclear if it answers with another Build's", async () => {
		await operation("trickster", "trick");
		const build = await made(TRICK, { kind: "other_commit" }, null);
		await command("simulateBuild", { buildId: build.id });
		const outcome = await commit(now(build.id));
		expect(outcome.ok ? null : outcome.text).toEqual(saying("build.answer.another"));
		expect(now(build.id)).toMatchObject({ committed: null, canSimulate: false });
	});
});

describe("a token without a grant for the pipeline", () => {
	it("leads to sign-in, and nothing is read", async () => {
		const alone = scratch();
		const other = await openPerson({
			dataDir: alone.path,
			baseUrl: world.service.url,
			token: "agent-only",
			chains: [],
		});
		try {
			expect((await command("openCatalog", { href: null }, other)).ok).toBe(false);
			expect(other.desk().catalog).toMatchObject({
				offered: false,
				text: saying("catalog.sign-in"),
			});
		} finally {
			await other.stop();
			alone.remove();
		}
	});
});
