import { z } from "zod";
import { type Message, message } from "../core/localized-text.ts";
import { t } from "../text/index.ts";
import { type ExplainedFile, type ExplainReport, type ExplanationFile, explainReport } from "./result.ts";

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

const clean = (line: string) => line.replace(INVISIBLE, "?");

function section(title: string, lines: readonly string[]): string[] {
	return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${line}`)];
}

const outcomeText = (outcome: ExplanationFile["outcome"] | ExplainedFile["outcome"]) =>
	t("explain.outcome", { outcome });

const VERDICTS = {
	matched: message("explain.verdict.matched"),
	refused: message("explain.verdict.refused"),
	unproven: message("explain.verdict.unproven"),
} as const;

function verdictLines({ verdict, checks }: ExplanationFile): string[] {
	const open = checks.filter(({ status }) => status === "failed" || status === "unknown");
	return [
		`  ${t("explain.verdict", { verdict: VERDICTS[verdict] })}`,
		...open.map(
			({ field, status, words: text }) => `    ${t("explain.check", { status, field, words: text })}`,
		),
	];
}

function simulationText({ simulation, comparison, words: text }: ExplanationFile["steps"][number]): Message {
	const own = message("explain.simulation", { simulation });
	const held =
		comparison === null ? own : message("explain.simulation.compared", { simulation: own, comparison });
	return text === null ? held : message("explain.simulation.why", { simulation: held, words: text });
}

function changeLine(change: ExplanationFile["changes"][number]): string {
	const { step, direction, text: amount, tokenId, mine, account, counterparty, source } = change;
	return t("explain.effect", {
		hasStep: step !== null,
		step: String(step),
		direction,
		amount,
		hasItem: tokenId !== null,
		item: tokenId ?? "",
		mine,
		account,
		hasOther: counterparty !== null,
		other: counterparty ?? "",
		source,
	});
}

type Claim = ExplanationFile["steps"][number]["claims"][number];

function claimHead({ target, claimant, intent, proxyOf: code, vouched }: Claim): string {
	const claim =
		intent === null
			? message("explain.claim.arguments", { claimant })
			: message("explain.claim.says", { claimant, intent });
	if (target === null) return t("explain.claim", { said: claim, vouched });
	return code === null
		? t("explain.claim.of", { said: claim, vouched, target })
		: t("explain.claim.of-proxy", { said: claim, vouched, target, code });
}

function claimLines(claim: Claim): string[] {
	return [
		claimHead(claim),
		...claim.rows.map(({ kind, label, value }) => `  ${t("explain.claim.row", { kind, label, value })}`),
	];
}

function approvalLine({ possible, canRetry, word }: ExplanationFile["approval"]): string {
	const answer = possible ? "yes" : canRetry ? "later" : "no";
	return word === null
		? t("explain.approval", { possible: answer })
		: t("explain.approval.word", { possible: answer, word });
}

function requestLines(one: ExplanationFile): string[] {
	const { approval, costs } = one;
	return [
		`  ${t("explain.request", { outcome: outcomeText(one.outcome), kind: one.kind, id: one.id })}`,
		`  ${t("explain.headline", { headline: one.headline })}`,
		`  ${t("explain.signer", { signer: one.signer })}`,
		...verdictLines(one),
		...section(
			t("explain.steps"),
			one.steps.map((step, at) =>
				t("explain.step", {
					place: String(at + 1),
					headline: step.headline,
					simulation: simulationText(step),
				}),
			),
		),
		...section(
			t("explain.claims"),
			one.steps.flatMap(({ claims }) => claims.flatMap(claimLines)),
		),
		...section(t("explain.effects"), one.changes.map(changeLine)),
		...section(
			t("explain.permissions"),
			one.permissions.map(({ step, words: text, source }) =>
				t("explain.permission", { step: String(step), words: text, source }),
			),
		),
		...section(
			t("explain.findings"),
			one.findings.map(({ severity, id, words: text }) =>
				t("explain.finding", { severity: severity.toUpperCase(), id, words: text }),
			),
		),
		...(costs === null ? [] : [`  ${t("explain.costs", { amount: costs.text, words: costs.words })}`]),
		...section(
			t("explain.rules"),
			one.rules.map(({ name, answer, words: text }) =>
				text === null
					? t("explain.rule", { answer, name })
					: t("explain.rule.why", { answer, name, words: text }),
			),
		),
		`  ${approvalLine(approval)}`,
		...approval.refusals.map((text) => `    ${text}`),
	];
}

function fileLines({ file, outcome, faults, requests }: ExplainedFile): string[] {
	return [
		t("explain.file", { file, outcome: outcomeText(outcome) }),
		...faults.map((fault) => `  ${t("explain.unreadable", { fault })}`),
		...(requests.length === 0 && faults.length === 0 ? [`  ${t("explain.no-signature")}`] : []),
		...requests.flatMap((one, at) => [...(at === 0 ? [] : [""]), ...requestLines(one)]),
	];
}

export function text({ files, simulated }: ExplainReport): string {
	const lines = files.flatMap((file, at) => [...(at === 0 ? [] : [""]), ...fileLines(file)]);
	const alone = simulated ? [] : ["", t("explain.not-simulated")];
	return [...lines, ...alone].map(clean).join("\n");
}

/** Returns the schema stored as docs/explain.schema.json. */
export function reportSchema(): string {
	const schema = z.toJSONSchema(explainReport, { target: "draft-2020-12" });
	return `${JSON.stringify({ title: "What npm run explain -- --json prints, format 2", ...schema }, null, "\t")}\n`;
}
