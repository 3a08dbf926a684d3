import { message } from "../../src/core/localized-text.ts";
import { t } from "../../src/text/index.ts";
import * as samples from "./samples/send.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

const NO_NAME = { ok: false, text: message("app.send.name-unknown") };

function resolving(scene: Scene, answer: unknown): Scene {
	return { ...scene, script: { ...scene.script, answers: { resolveRecipient: answer } } };
}

const recipient = t("trusted.send.recipient");

/** Scenes of *Send*, and of what can be changed in a review. */
export const sendScenes: readonly Scene[] = [
	trusted("send", trustedView(samples.sendScreen())),
	resolving(
		trusted("send-filled", trustedView(samples.sendScreen()), async (page) => {
			await page.getByLabel(recipient, { exact: true }).fill("ana.eth");
			await page.getByText(t("trusted.send.recipient.resolved", { system: "ENS" })).waitFor();
			await page.getByLabel(t("ui.amount-in", { symbol: "ETH" })).fill("1.5");
		}),
		samples.RESOLVED,
	),
	resolving(
		trusted("send-wrong", trustedView(samples.sendScreen()), async (page) => {
			await page.getByLabel(recipient, { exact: true }).fill("nobody.eth");
			await page.getByText(t("app.send.name-unknown")).waitFor();
			await page.getByLabel(t("ui.amount-in", { symbol: "ETH" })).fill("99");
		}),
		NO_NAME,
	),
	trusted("send-all", trustedView(samples.sendScreen()), async (page) => {
		await page.getByRole("button", { name: t("trusted.send.all"), exact: true }).click();
		await page.getByRole("button", { name: t("trusted.send.more-assets", { count: 3 }) }).click();
	}),
	trusted(
		"send-empty",
		trustedView(samples.sendScreen({ accounts: samples.sendScreen().accounts.slice(1), isReading: true })),
	),
	trusted("edit-payment", trustedView(reviewing(samples.payment()))),
	trusted("edit-payment-amount", trustedView(reviewing(samples.payment())), async (page) => {
		await page.getByRole("button", { name: t("trusted.edit.amount.change") }).click();
	}),
	trusted("edit-fee-own", trustedView(reviewing(samples.payment())), async (page) => {
		await page.getByRole("radio", { name: t("trusted.edit.fee.own") }).click();
		await page.getByLabel(t("trusted.edit.fee.most")).scrollIntoViewIfNeeded();
	}),
	trusted("edit-allowance", trustedView(reviewing(samples.allowanceProposal(null)))),
	trusted("edit-allowance-open", trustedView(reviewing(samples.allowanceProposal(null))), async (page) => {
		await page.getByRole("button", { name: t("trusted.edit.allowance.change") }).click();
	}),
	trusted("edit-allowance-lowered", trustedView(reviewing(samples.allowanceProposal("100")))),
	trusted("edit-revocation", trustedView(reviewing(samples.revocation(null)))),
	trusted("edit-revocation-open", trustedView(reviewing(samples.revocation(null))), async (page) => {
		await page.getByRole("button", { name: t("trusted.edit.allowance.own.change") }).click();
	}),
	trusted("edit-revocation-lowered", trustedView(reviewing(samples.revocation("100")))),
];
