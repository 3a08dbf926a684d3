import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { electronPath, node24Path, root } from "../../scripts/lib/ensure.mjs";
import { SHORTCUTS } from "../../src/ipc/values.ts";
import { t } from "../../src/text/index.ts";
import { Desk } from "./pages/desk.ts";
import { closeDesk, openDesk } from "./pages/desk-window.ts";
import { environment, isOfRequest, PASSWORD, SOMEBODY, type Stage } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { until } from "./pages/until.ts";

/** How the app works without a window, and after sleep, a second launch, a restart and a kill. */

const here = staged();

async function trustedView(stage: Stage) {
	return (await stage.app.windowViews()).find((view) => view.url.startsWith("app://trusted/"));
}

/** Returns the desk once it has reopened. */
async function deskAgain(stage: Stage): Promise<Desk> {
	stage.desk = new Desk(await stage.app.desk());
	return stage.desk;
}

async function trayMenu(stage: Stage): Promise<readonly string[]> {
	const tray = await stage.app.tray();
	return (tray?.menu ?? []).filter((item) => item.enabled).map((item) => item.label);
}

test("a notification's Reject button works like the inbox's, and the service is notified", async () => {
	const stage = here();
	const before = (await stage.app.notifications()).length;
	await stage.sayElsewhereSeen(`send 0.03 ETH to ${SOMEBODY}`);
	const notification = await stage.requestNotified(before);
	await stage.app.pressNotification(notification.index, t("notice.act.reject"));
	const rejected = await stage.notified(RegExp(`^${t("notice.rejected")}$`), before);
	expect(rejected.body).toMatch(/^Send 0.03 ETH to /);
	const { commit_id } = await stage.lastCommit();
	await until("the rejection to arrive", async () => (await stage.commit(commit_id)).state === "rejected");
});

test("requests of an app that is set to silent are notified without a sound until it is reset", async () => {
	const stage = here();
	const { desk } = stage;
	await desk.go("Settings");
	await desk.setting("This computer");
	const levels = desk.page.getByRole("radiogroup", { name: t("notifications.apps.of", { app: "demo" }) });
	const expectSilent = async (sentence: string, silent: boolean) => {
		const before = (await stage.app.notifications()).length;
		await stage.sayElsewhereSeen(sentence);
		const notification = await stage.requestNotified(before);
		expect(notification.silent).toBe(silent);
		await stage.app.pressNotification(notification.index, t("notice.act.reject"));
		const { commit_id } = await stage.lastCommit();
		await until("the rejection to arrive", async () => (await stage.commit(commit_id)).state === "rejected");
	};
	await levels.getByRole("radio", { name: t("notifications.level.silent") }).click();
	await expect(levels.getByRole("radio", { name: t("notifications.level.silent") })).toBeChecked();
	await expectSilent(`send 0.031 ETH to ${SOMEBODY}`, true);
	await levels.getByRole("radio", { name: t("notifications.level.on") }).click();
	await expect(levels.getByRole("radio", { name: t("notifications.level.on") })).toBeChecked();
	await expectSilent(`send 0.032 ETH to ${SOMEBODY}`, false);
	await desk.go("Inbox");
});

test("a notification shows a lie immediately, or else the effect, the network and the app", async () => {
	const stage = here();
	const before = (await stage.app.notifications()).length;
	await stage.sayElsewhereSeen(`lie about the target: send 0.04 ETH to ${SOMEBODY}`);
	const differs = t("match.target.differs").replace(/\.$/, "");
	await until("the notification of the lie", async () => {
		const all = await stage.app.notifications();
		return all
			.slice(before)
			.some(({ title, body }) => title.startsWith("Send 0.04 ETH to ") && body.startsWith(differs));
	});
	const lie = (await stage.app.notifications()).find(({ body, shown }) => shown && body.startsWith(differs));
	const risk = t("notice.count.danger", { count: 1 });
	await until("the tray to report it", async () => (await stage.app.tray())?.toolTip.endsWith(` · ${risk}`));
	const { commit_id } = await stage.lastCommit();
	await stage.app.pressNotification(lie?.index ?? -1, t("notice.act.reject"));
	await stage.notified(RegExp(`^${t("notice.rejected")}$`), before);
	const calm = (await stage.app.notifications()).find(({ title }) => title.startsWith("Send 0.03 ETH to "));
	expect(calm?.body).toMatch(/ · demo$/);
	await until("the rejection to arrive", async () => (await stage.commit(commit_id)).state === "rejected");
});

test("with the desk closed, a request from another device is notified, counted, reviewed and settled", async () => {
	const stage = here();
	await closeDesk(stage.app);
	expect(await trayMenu(stage)).not.toContain("Review next (1 waiting)…");
	const before = (await stage.app.notifications()).length;
	await stage.sayElsewhere(`send 0.01 ETH to ${SOMEBODY}`);
	const notification = await stage.requestNotified(before);
	expect(notification.title).toMatch(/^Send 0.01 ETH to /);
	await until("the tray to count the request", async () =>
		(await trayMenu(stage)).includes("Review next (1 waiting)…"),
	);
	expect((await stage.app.tray())?.toolTip).toBe("1 waiting for you");

	await stage.app.clickNotification(notification.index);
	const trusted = await stage.reopenTrusted();
	await trusted.reviewing(/^Send 0.01 ETH to /);
	const { commit_id } = await stage.lastCommit();
	await trusted.approve();
	await stage.notified(/^Confirmed: Send 0.01 ETH to /);
	await until("the tray to count no request", async () =>
		(await trayMenu(stage)).every((label) => !/waiting/.test(label)),
	);
	expect(await stage.commit(commit_id)).toMatchObject({ state: "confirmed" });
	expect(await openDesk(stage.app)).toBeNull();
});

test("the next desk window is preloaded without data, and opens at the waiting request", async () => {
	const stage = here();
	await closeDesk(stage.app);
	await until("the next desk window to be preloaded", async () =>
		(await stage.app.windowViews()).some(({ url }) => url.startsWith("app://desk/")),
	);
	const { page } = await deskAgain(stage);
	await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
	const before = (await stage.app.notifications()).length;
	await stage.sayElsewhereSeen(`send 0.015 ETH to ${SOMEBODY}`);
	const notification = await stage.requestNotified(before);
	await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
	expect(await page.getByText("0.015").count()).toBe(0);
	expect(await openDesk(stage.app)).toBeNull();

	await stage.app.chooseTrayItem("Open Countersign");
	await expect(page.getByRole("button", { name: /^Inbox/ })).toHaveAttribute("aria-current", "page");
	await expect(stage.desk.entry(/Send 0.015 ETH to /)).toBeVisible();
	expect((await openDesk(stage.app))?.url).toMatch(/^app:\/\/desk\//);
	expect(await stage.app.windows()).toHaveLength(2);
	await stage.app.pressNotification(notification.index, t("notice.act.reject"));
	const { commit_id } = await stage.lastCommit();
	await until("the rejection to arrive", async () => (await stage.commit(commit_id)).state === "rejected");
});

test("the tray reopens the desk, and opens the next review", async () => {
	const stage = here();
	await stage.app.chooseTrayItem("Open Countersign");
	const desk = await deskAgain(stage);
	await desk.go("Inbox");
	await expect(desk.inbox).toContainText("Confirmed");
	const before = (await stage.app.notifications()).length;
	await stage.sayElsewhereSeen(`send 0.02 ETH to ${SOMEBODY}`);
	await stage.requestNotified(before);
	await until("the badge", async () => (await desk.waiting()) === 1);
	await until("the tray to count the request", async () =>
		(await trayMenu(stage)).includes("Review next (1 waiting)…"),
	);
	const first = (await trayMenu(stage)).find((label) => label.startsWith("Send 0.02 ETH to "));
	await stage.app.chooseTrayItem(first ?? "no such line");
	await stage.trusted.reviewing(/^Send 0.02 ETH to /);
	await stage.app.chooseTrayItem("Review next (1 waiting)…");
	await stage.trusted.reviewing(/^Send 0.02 ETH to /);
	await stage.app.chooseTrayItem(t("desktop.tray.pause"));
	await until("the tray to show the pause", async () =>
		(await trayMenu(stage)).includes(t("desktop.tray.resume")),
	);
	await stage.app.chooseTrayItem(t("desktop.tray.resume"));
});

test("the global shortcut is off until it is turned on, and opens the next review", async () => {
	const stage = here();
	const { desk } = stage;
	await expect(stage.app.pressShortcut(SHORTCUTS[0])).rejects.toThrow();
	await desk.go("Settings");
	await desk.button("This computer").click();
	await desk.page.getByRole("switch", { name: t("desk.settings.shortcut") }).click();
	await expect(desk.page.getByRole("radiogroup", { name: t("desk.settings.shortcut.keys") })).toBeVisible();
	const trusted = await trustedView(stage);
	if (trusted !== undefined) await stage.app.closeWindow(trusted.id);
	await until(
		"the trusted window to be out of sight",
		async () => (await trustedView(stage))?.visible !== true,
	);
	await stage.app.pressShortcut(SHORTCUTS[0]);
	await stage.trusted.reviewing(/^Send 0.02 ETH to /);
	expect((await trustedView(stage))?.visible).toBe(true);
	await desk.go("Inbox");
});

test("sleep locks the keys, and the review says so and unlocks them in place", async () => {
	const stage = here();
	const { trusted, desk } = stage;
	await trusted.hold.enabled();
	await stage.app.emitPower("suspend");
	await expect.poll(() => trusted.refusal()).toContain("The vault is locked.");
	await expect(trusted.hold.button).toHaveCount(0);
	await expect(desk.button("Unlock")).toBeVisible();
	await stage.app.emitPower("resume");
	await trusted.unlock(PASSWORD);
	await trusted.hold.enabled();
	await expect(desk.button(/Press to lock now/)).toBeVisible();
});

test("a second start ends immediately and raises the first, and a link only opens a review", async () => {
	const stage = here();
	const { commit_id } = await stage.lastCommit();
	await closeDesk(stage.app);
	const electron = electronPath();
	const [program, args] =
		stage.app.kind === "electron" && electron !== undefined
			? [electron, [root]]
			: [node24Path(), [join(root, "test", "host", "run.ts"), root]];
	const second = spawn(program, args, {
		stdio: "ignore",
		env: {
			...process.env,
			...environment(stage.world),
			COUNTERSIGN_HEADLESS: "1",
			COUNTERSIGN_DATA_DIR: stage.app.userData,
		},
	});
	const [code] = await once(second, "exit");
	expect(code).toBe(0);
	await deskAgain(stage);
	expect(await stage.app.windows()).toHaveLength(2);

	await stage.trusted.page.getByRole("button", { name: "Reject" }).waitFor();
	await stage.app.openUrl(`countersign://entry/${encodeURIComponent(`commit:${commit_id}`)}`);
	await stage.trusted.reviewing(/^Send 0.02 ETH to /);
	await stage.app.openUrl(`countersign://approve/${encodeURIComponent(`commit:${commit_id}`)}`);
	expect(await stage.signatures(commit_id)).toEqual([]);

	const { pages } = await stage.world.service.control.records();
	const { sessionId = "" } = pages.at(-1) ?? {};
	await stage.app.openUrl(`countersign://session/${encodeURIComponent(sessionId)}`);
	await expect(stage.desk.page.getByText(new RegExp(`session ses_.*${sessionId.slice(-6)}`))).toBeVisible();
});

test("a restart preserves entries, sessions and the journal, repeats no notification, and starts locked", async () => {
	const stage = here();
	const { commit_id } = await stage.lastCommit();
	await stage.relaunch();
	const { desk } = stage;
	await desk.go("Inbox");
	// The result of the check was stored. The row isn't checked again and reports no difference.
	await expect(desk.entry(/^.*Send 0.02 ETH/)).toContainText("0.02 ETH");
	await expect(desk.entry(/^.*Send 0.02 ETH/)).not.toContainText(/checking|differs/);
	await expect(desk.inbox).toContainText("Confirmed");
	await expect.poll(() => desk.waiting()).toBe(1);
	await expect(desk.button("Unlock")).toBeVisible();
	await desk.go("Activity");
	await desk.button("Verify chain").click();
	await expect(desk.page.getByRole("alert")).toContainText("all unchanged");
	await expect(
		desk.page.getByRole("main").getByRole("listitem").filter({ hasText: "confirmed" }),
	).toHaveCount(1);
	expect((await stage.app.notifications()).filter(isOfRequest)).toEqual([]);
	await desk.go("Inbox");
	await desk.openEntry(/0.02 ETH/);
	const trusted = await stage.reopenTrusted();
	await trusted.reviewing(/^Send 0.02 ETH to /);
	await expect.poll(() => trusted.refusal()).toContain(t("rule.not-looked-at"));
	await trusted.unlock(PASSWORD);
	expect(await stage.signatures(commit_id)).toEqual([]);
});

test("a transaction that was submitted before a kill settles after the next start, with exactly one signature", async () => {
	const stage = here();
	const { world, trusted } = stage;
	const { commit_id } = await stage.lastCommit();
	const nonce = await world.chain.publicClient.getTransactionCount({ address: stage.person });
	const theirs = await stage.balance(SOMEBODY);
	await world.chain.setAutomine(false);
	await trusted.approve();
	await trusted.step("Submitted");
	const { hash } = await trusted.transaction();
	await stage.app.kill("SIGKILL");
	await world.chain.mine();
	await world.chain.setAutomine(true);
	await stage.relaunch();
	const { desk } = stage;
	await desk.go("Activity");
	await expect(desk.page.getByRole("main").getByRole("listitem").first()).toContainText("confirmed");
	expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
	expect(await stage.commit(commit_id)).toMatchObject({ state: "confirmed", transaction_id: hash });
	expect(await world.chain.publicClient.getTransactionCount({ address: stage.person })).toBe(nonce + 1);
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(20_000_000_000_000_000n);
	await stage.notified(/^Confirmed: /);
});

test("while the screen is locked, only the number of requests is notified, and afterwards each request once", async () => {
	const stage = here();
	const before = (await stage.app.notifications()).length;
	await stage.app.emitPower("lock-screen");
	await stage.sayElsewhere(`send 0.021 ETH to ${SOMEBODY}`);
	const count = await stage.notified(RegExp(`^${t("notice.count.waits", { count: 1 })}$`), before);
	expect(count).toMatchObject({ body: t("notice.count.locked", { count: 1 }), actions: [] });
	await stage.app.emitPower("unlock-screen");
	const notification = await stage.requestNotified(before);
	expect(notification.title).toMatch(/^Send 0.021 ETH to /);
	const notified = (await stage.app.notifications()).slice(before);
	expect(notified.find(({ index }) => index === count.index)).toMatchObject({ closed: true });
	expect(notified.filter(isOfRequest)).toHaveLength(1);
});
