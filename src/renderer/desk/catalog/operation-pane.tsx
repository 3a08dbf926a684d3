import { LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { CatalogOperation } from "../../../bridge/catalog-views.ts";
import { Button } from "../../components/button.tsx";
import { ClaimBlock } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { Fold } from "../../components/fold.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { bodyOf, firstDraft } from "./draft.ts";
import { OperationForm, useShape } from "./operation-form.tsx";

const ROLES: Readonly<Record<CatalogOperation["role"], { run: string; words: string }>> = {
	app: { run: "Run", words: "An app’s own operation. It may ask other services, and may make a Build." },
	build: { run: "Make a Build", words: "Makes a Build from the operations of an app." },
	stage: { run: "Stage", words: "Makes a Build from actions that you write yourself." },
	simulate: {
		run: "Simulate",
		words: "Takes a whole Build. One that is open here is simulated from its own page, without copying it.",
	},
	commit: { run: "Commit", words: "Takes over a Build. That is done in the trusted window only." },
	other: { run: "Run", words: "Reads or works something out." },
};

const COMMIT_ELSEWHERE =
	"A commit is not run from here: open its Build and choose Commit, which leads to the trusted window.";

/** A whole number of 1 or more that a number can hold; null where nothing is written; false for anything else. */
export function applicationIdOf(text: string): number | null | false {
	const digits = text.trim();
	if (digits === "") return null;
	return /^[1-9]\d{0,15}$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : false;
}

/** One operation: what it is, what it is given, Run, and what it answered. */
export function OperationPane({
	operation,
	onBuild,
}: {
	operation: CatalogOperation;
	onBuild: (buildId: string) => void;
}) {
	const { words } = ROLES[operation.role];
	const locked = operation.locked ?? (operation.role === "commit" ? COMMIT_ELSEWHERE : null);
	return (
		<div className="grid gap-4">
			<div>
				<p className="text-f2 text-pretty text-ink-2">
					{words} {operation.role !== "commit" && "Nothing is signed or committed by running it."}
				</p>
				{operation.description !== null && (
					<ClaimBlock
						text={operation.description}
						max={600}
						className="mt-2 border-l-2 border-line pl-3 text-f2 text-ink-2"
					/>
				)}
			</div>
			{locked === null ? (
				// Another schema is another form: what was filled in for the last one does not fit it.
				<Run key={operation.schema ?? ""} operation={operation} />
			) : (
				<Notice tone="quiet">{locked}</Notice>
			)}
			<Answer operation={operation} onBuild={onBuild} />
			{operation.schema !== null && (
				<div className="border-t border-line">
					<Fold className="py-2.5" title="Schema" aside="as the service states it">
						<JsonView text={operation.schema} what="the schema" />
					</Fold>
				</div>
			)}
		</div>
	);
}

function Run({ operation }: { operation: CatalogOperation }) {
	const { bridge } = useDesk();
	const wish = useWish();
	const shape = useShape(operation.schema);
	const [draft, setDraft] = useState(() => firstDraft(shape));
	const [tried, setTried] = useState(false);
	const [id, setId] = useState("");
	const [platform, setPlatform] = useState("");
	const applicationId = applicationIdOf(id);
	const input = bodyOf(shape, draft);
	const able = input !== null && applicationId !== false;
	const run = () => {
		setTried(true);
		if (input === null || applicationId === false) return;
		void wish.send(() =>
			bridge.call("runOperation", {
				href: operation.href,
				body: input.body,
				applicationId: operation.role === "app" ? applicationId : null,
				platform: operation.role === "app" && platform.trim() !== "" ? platform.trim() : null,
			}),
		);
	};
	const running = operation.running || wish.busy;
	return (
		<section aria-label="Run it" className="card grid gap-5 p-4">
			{operation.role === "app" && (
				<div className="grid gap-4 mid:grid-cols-2">
					<Field
						label="Application id (optional)"
						inputMode="numeric"
						mono
						maxLength={16}
						value={id}
						onText={setId}
						wrong={applicationId === false ? "Write a whole number of 1 or more." : null}
						help="The registered app that it is run and charged for. Hosted apps need it."
					/>
					<Field
						label="Platform (optional)"
						maxLength={160}
						value={platform}
						onText={setPlatform}
						help="A hint; it must match what the app is registered for."
					/>
				</div>
			)}
			<OperationForm shape={shape} draft={draft} tried={tried} onDraft={setDraft} />
			<div className="grid gap-3">
				{wish.fault !== null && wish.fault !== operation.fault && <Fault words={wish.fault} />}
				{tried && !able && !running && (
					<Notice tone="caution" alert>
						It is not complete yet: see what is marked above. Nothing was sent.
					</Notice>
				)}
				<div className="flex flex-wrap items-center gap-3">
					<Button look="primary" busy={running} onClick={run}>
						{ROLES[operation.role].run}
					</Button>
					<p className="flex items-center gap-2 text-f2 text-ink-2" role="status">
						{running && (
							<>
								<LoaderCircle size={15} aria-hidden className="motion-turn" /> Running at the service…
							</>
						)}
					</p>
				</div>
			</div>
		</section>
	);
}

function Answer({ operation, onBuild }: { operation: CatalogOperation; onBuild: (buildId: string) => void }) {
	const { result, fault, buildId, running } = operation;
	if (result === null && fault === null) return null;
	return (
		<section aria-label="Answer" className="grid gap-3">
			<h3 className="label">Answer</h3>
			<Fault words={fault} />
			{buildId !== null && buildId !== undefined && (
				<Notice tone="accent" className="items-center">
					<div className="flex flex-wrap items-center justify-between gap-3">
						<span>It made a Build, which is open now.</span>
						<Button size="small" onClick={() => onBuild(buildId)}>
							Show the Build
						</Button>
					</div>
				</Notice>
			)}
			{result !== null && (
				<div className={running ? "card px-3.5 py-2.5 opacity-60" : "card px-3.5 py-2.5"}>
					{fault !== null && <p className="mb-1 text-f1 text-ink-3">The answer before that:</p>}
					<JsonView text={result} what="the answer" />
				</div>
			)}
		</section>
	);
}
