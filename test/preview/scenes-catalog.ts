import type { Page } from "playwright";
import { t } from "../../src/text/index.ts";
import {
	build,
	catalog,
	committedBuild,
	expiredBuild,
	failedBuild,
	listing,
	operation,
	staged,
	TRAIL,
} from "./samples/catalog.ts";
import { settings } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { trustedView } from "./samples/trusted.ts";
import { desk, type Scene, to, trusted } from "./scene.ts";

const go = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Catalog" }).click();
};
const builds = async (page: Page) => {
	await go(page);
	await page.getByRole("radio", { name: /^Builds/ }).click();
};
const shown = (change: Parameters<typeof catalog>[0]) =>
	deskView({ catalog: catalog(change), settings: settings({ showCatalog: true }) });
const one = async (page: Page) => {
	await builds(page);
	await page
		.getByRole("button", { name: /^Build from/ })
		.first()
		.click();
};

const opened = { trail: TRAIL, open: operation() };

/** The pipeline's tree, an operation's form, Builds on the desk and where one is committed. */
export const catalogScenes: readonly Scene[] = [
	desk("catalog-root", shown({ trail: TRAIL.slice(0, 1), open: listing() }), go),
	desk("catalog-loading", shown({ loading: true }), go),
	desk(
		"catalog-signed-out",
		shown({
			offered: false,
			text: "You are not signed in for the pipeline, so nothing of it can be read. Sign in, and choose the pipeline there.",
		}),
		go,
	),
	desk(
		"catalog-fault",
		shown({
			trail: TRAIL.slice(0, 2),
			open: listing({ path: "/v1/pipeline/apps", href: "/v1/pipeline/apps", entries: [], more: false }),
			fault:
				"Countersign can’t reach the service. What stands here was read before. Nothing was changed; try again.",
		}),
		go,
	),
	desk(
		"catalog-document",
		shown({
			trail: [...TRAIL.slice(0, 1), { name: "SKILL.md", href: "/v1/pipeline/SKILL.md" }],
			open: {
				kind: "document",
				name: "SKILL.md",
				href: "/v1/pipeline/SKILL.md",
				text: "# Routing\n\nFinds a way through pools.\n\n1. Ask for a **quote**\n2. Stage it with `swap`\n\n<img src=x onerror=alert(1)>\n\n[more](https://evil.example)\n",
			},
		}),
		go,
	),
	desk("catalog-form", shown(opened), go),
	desk("catalog-form-below", shown(opened), async (page) => {
		await go(page);
		await page.getByLabel("recipient").selectOption("An address");
		await page.getByRole("button", { name: "Add to hops" }).click();
		await page
			.getByRole("button", { name: /^Add (?!to )/ })
			.first()
			.click();
		await page.getByRole("button", { name: "Run", exact: true }).click();
		await page.getByLabel("recipient").evaluate((part) => part.scrollIntoView({ block: "start" }));
	}),
	desk("catalog-form-json", shown(opened), async (page) => {
		await go(page);
		await page.getByLabel("sell").fill("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
		await page.getByRole("button", { name: /Use the default: 1500000/ }).click();
		await page.getByRole("radio", { name: "As JSON" }).click();
	}),
	desk("catalog-locked", shown({ ...opened, open: operation({ name: "commit", role: "commit" }) }), go),
	desk(
		"catalog-result",
		shown({
			...opened,
			open: operation({
				schema: JSON.stringify({ type: "object", properties: {}, additionalProperties: false }),
				role: "other",
				buildId: "build-1",
				result: JSON.stringify({
					result: {
						holdings: Array.from({ length: 80 }, (_, at) => ({
							token: `0x${at}`,
							raw: "12345678901234567890",
						})),
						block: 31204118,
						note: "one\ntwo‮",
					},
				}),
			}),
			builds: [build()],
		}),
		async (page) => {
			await go(page);
			await to(page, "Answer");
		},
	),
	desk(
		"catalog-run-fault",
		shown({
			...opened,
			open: operation({
				schema: null,
				running: true,
				fault: "The service refused it: the app is not active. Nothing was signed. Request id req_81f2.",
			}),
		}),
		go,
	),
	desk(
		"catalog-builds",
		shown({
			builds: [build(), staged(), expiredBuild(), committedBuild()].map((each, at) => ({
				...each,
				id: `b${at}`,
			})),
		}),
		builds,
	),
	desk("catalog-builds-empty", shown({}), builds),
	desk("catalog-build", shown({ builds: [build()] }), one),
	desk("catalog-build-staged", shown({ builds: [staged({ working: "simulating" })] }), one),
	desk("catalog-build-failed", shown({ builds: [failedBuild()] }), one),
	desk("catalog-build-committed", shown({ builds: [committedBuild()] }), one),
	trusted("build-commit", trustedView({ screen: "build", build: build() }), async (page) => {
		await page.getByRole("button", { name: "Commit this Build" }).waitFor();
	}),
	trusted("build-commit-below", trustedView({ screen: "build", build: build() }), async (page) => {
		await to(page, t("trusted.build.which-build"));
	}),
	trusted("build-failed", trustedView({ screen: "build", build: failedBuild() })),
	trusted("build-expired", trustedView({ screen: "build", build: expiredBuild() })),
	trusted(
		"build-unclear",
		trustedView({
			screen: "build",
			build: build({
				fault:
					"The service did not answer. Whether it took the Build is not known. Committing again sends the same Build with the same key, so that it is taken once at most.",
			}),
		}),
		async (page) => {
			await page.getByRole("button", { name: "Try again" }).waitFor();
		},
	),
	trusted(
		"build-committing",
		trustedView({ screen: "build", build: build({ working: "committing", canCommit: false }) }),
	),
	trusted("build-committed", trustedView({ screen: "build", build: committedBuild() })),
	trusted("build-gone", trustedView({ screen: "build", build: null })),
];
