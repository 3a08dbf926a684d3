import { afterEach, expect, it } from "vitest";
import { message } from "../../../src/core/localized-text.ts";
import { CountersignMain } from "../../../src/main/countersign.ts";
import { scratch } from "../../support/person.ts";
import { testPorts } from "../../support/ports.ts";

const INPUT = { visibleSince: null, pressedSince: null, lastInputAt: null };
const folder = scratch();
let stop = async () => {};

afterEach(async () => {
	await stop();
	folder.remove();
});

it("no command reaches the app before the stored sign-in is loaded", async () => {
	const countersign = new CountersignMain(
		testPorts({ dataDir: folder.path, baseUrl: "https://here.example", token: null, chains: [] }),
	);
	stop = () => countersign.stop();
	const starting = countersign.start();
	const early = countersign.callDesk("showTopics", { topics: [] }, INPUT);
	await starting;
	expect(await early).toMatchObject({ ok: false, text: message("app.not-running") });
});
