import { afterEach, describe, expect, it } from "vitest";
import { type ActionScene, messageAction, openActionScene } from "./actions-scene.ts";
import { offline } from "./fakes.ts";
import { openScene, type Scene } from "./scene.ts";

/** A row that this version can't read, because it is damaged or from another version. */

let scene: Scene;

afterEach(async () => {
	await scene.close();
});

const write = (text: string) => scene.db.prepare("UPDATE journal SET frozen = ?").run(text);

describe("a row with an unreadable frozen review", () => {
	it.each(["not JSON", "{}"])(
		"is reported and left unchanged, and nothing is signed by it: %s",
		async (text) => {
			scene = openScene();
			scene.signer.stands = "locked";
			expect(scene.approve().ok).toBe(true);
			await scene.rest();
			const whole = scene.db.prepare("SELECT frozen FROM journal").get()?.["frozen"];
			write(text);
			scene.signer.stands = "ready";
			await scene.restart();
			await scene.rest();
			expect(scene.row()).toMatchObject({ state: "approved", live: true, signature: null });
			expect(scene.row().text).not.toBeNull();
			expect(scene.signer.signed).toBe(0);
			expect(scene.lines.at(-1)).toContain("UnreadableRecord");
			expect(scene.journal.holder("8453", scene.frozen.signer, 11n)?.id).toBe(scene.row().id);
			write(String(whole));
			await scene.carry("reported");
			expect(scene.signer.signed).toBe(1);
		},
	);
});

describe("an action with an unreadable stored answer", () => {
	it("sends no other answer instead, and sends the stored one once it is back", async () => {
		const actions: ActionScene = openActionScene(messageAction());
		scene = actions;
		actions.actions.fail({ when: "before", fault: offline() });
		actions.begin();
		await actions.until(() => actions.parent().state === "reporting");
		const { id } = actions.parent();
		const change = actions.db.prepare("UPDATE journal SET answer = ? WHERE id = ?");
		const whole = String(actions.db.prepare("SELECT answer FROM journal WHERE id = ?").get(id)?.["answer"]);
		change.run('{"revision":3,"result":{"status":"newer"}}', id);
		const sent = actions.actions.answers.length;
		await actions.restart();
		await actions.pass(60_000);
		expect(actions.actions.answers).toHaveLength(sent);
		expect(actions.parent()).toMatchObject({ state: "reporting" });
		expect(actions.lines.join()).toContain("UnreadableRecord");
		change.run(whole, id);
		await actions.restart();
		await actions.until(() => actions.parent().state === "settled");
		expect(actions.actions.answers.at(-1)?.body).toEqual(JSON.parse(whole));
	});
});
