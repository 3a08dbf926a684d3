import type { ProgressView } from "../../src/ipc/signing.ts";
import * as samples from "./samples/trusted.ts";
import { type Scene, to, trusted } from "./scene.ts";

/** Scenes of an approval: while it waits, and its outcome. */

const at = (progress: ProgressView, waiting = 0) =>
	samples.trustedView({ screen: "progress", progress, waiting });

export const progressScenes: readonly Scene[] = [
	trusted("progress-slow", at(samples.slow)),
	trusted("progress-answered", at(samples.answered)),
	trusted("progress-legs", at(samples.legs)),
	trusted("progress-legs-broken", at(samples.brokenLegs), async (page) => {
		await to(page, "One by one");
	}),
	trusted("trusted-progress", at(samples.progress())),
	trusted("trusted-progress-stuck", at(samples.stuck)),
	trusted("progress-unsigned", at(samples.unsigned)),
	trusted("progress-offline", at(samples.offline, 2)),
	trusted("progress-withdrawn", at(samples.withdrawn, 2)),
	trusted("receipt-approved", at(samples.approved)),
	trusted("receipt-cut-short", at(samples.cutShort)),
	trusted("receipt-receivers", at(samples.paidSeveral)),
	trusted("receipt-receivers-steps", at(samples.paidSeveral), async (page) => {
		await page.getByRole("radio", { name: /^Steps/ }).click();
	}),
	trusted("receipt-receivers-map", at(samples.paidSeveral), async (page) => {
		await page.getByRole("radio", { name: /^Map/ }).click();
	}),
	trusted("receipt-failed", at(samples.failed)),
	trusted("receipt-next", at(samples.confirmed, 3)),
	trusted("receipt-open", at(samples.confirmed, 3), async (page) => {
		await page.getByRole("button", { name: /^Timeline/ }).click();
		await page.getByRole("button", { name: /^Proof/ }).click();
	}),
	trusted("receipt-last", at(samples.confirmed), async (page) => {
		await page.keyboard.press("j");
	}),
	trusted("trusted-receipt", at(samples.confirmed)),
];
