import { ExternalLink, LoaderCircle, QrCode as QrIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { EnvironmentView, SignInProgress } from "../../../ipc/sign-in.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, CopyButton } from "../../components/button.tsx";
import { Claim, Segments } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { RESOURCE_NAMES } from "../../components/environment-kinds.ts";
import { Fault, Notice } from "../../components/notice.tsx";
import { rich } from "../../components/rich.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { codeGroups, linkLeadsTo, list, signInOrigin } from "./offers.ts";
import { QrCode } from "./qr-code.tsx";

type UnderWay = Extract<SignInProgress, { readonly kind: "working" | "browser" | "device" }>;

export function underWayLead(progress: UnderWay, environment: EnvironmentView | null): string {
	const about = "resources" in progress ? progress.resources : [progress.resource];
	const names = list(about.map((resource) => textOf(RESOURCE_NAMES[resource])));
	const what = environment === null ? names : t("trusted.sign-in.what", { names, name: environment.name });
	if (progress.kind === "working") return t("trusted.sign-in.what.only", { what });
	if (progress.kind === "browser") {
		return t("trusted.sign-in.browser.waiting", { what });
	}
	return t("trusted.sign-in.code.help", { what });
}

export function SigningIn({
	progress,
	environment,
}: {
	progress: UnderWay;
	environment: EnvironmentView | null;
}) {
	if (progress.kind === "device") return <DeviceCode progress={progress} environment={environment} />;
	return (
		<div className="card px-4 py-4">
			<Waiting>
				{textOf(progress.kind === "working" ? progress.text : t("trusted.sign-in.waiting-browser"))}
			</Waiting>
			{progress.kind === "browser" && (
				<p className="mt-2 text-f2 text-ink-2">
					{rich("trusted.sign-in.browser.expires", { countdown: () => <Countdown at={progress.endsAt} /> })}
				</p>
			)}
		</div>
	);
}

function Waiting({ children }: { children: ReactNode }) {
	return (
		<p className="flex items-center gap-3" role="status">
			<LoaderCircle size={16} aria-hidden className="shrink-0 text-accent motion-turn" />
			<span className="min-w-0 wrap-anywhere">{children}</span>
		</p>
	);
}

function DeviceCode({
	progress,
	environment,
}: {
	progress: Extract<SignInProgress, { readonly kind: "device" }>;
	environment: EnvironmentView | null;
}) {
	const command = useTrustedCommand();
	const { userCode, link, fullLink, endsAt } = progress;
	const { host, expected } = linkLeadsTo(fullLink ?? link, environment);
	const plain = linkLeadsTo(link, environment).expected;
	const safe = expected && plain;
	return (
		<div className="grid gap-4">
			{!safe && (
				<Notice tone="danger" alert>
					{environment === null
						? rich("trusted.sign-in.strange-link", { claim: () => <Claim text={host} className="num" /> })
						: rich(
								"trusted.sign-in.strange-link.environment",
								{
									claim: () => <Claim text={host} className="num" />,
									b: (text) => <span className="num">{text}</span>,
								},
								{ origin: signInOrigin(environment) },
							)}
				</Notice>
			)}
			<div className="card">
				<div className="px-4 pt-4 pb-4 text-center">
					<p className="label">{t("trusted.sign-in.your-code")}</p>
					<div className="mt-1.5 flex items-center justify-center gap-2">
						<UserCode code={userCode} />
						<CopyButton text={userCode} what={t("trusted.sign-in.the-code")} />
					</div>
					<p className="mt-2 text-f2 text-ink-2">
						{rich("trusted.sign-in.code.expires", { countdown: () => <Countdown at={endsAt} /> })}
					</p>
				</div>
				{safe && (
					<div className="flex flex-wrap items-center gap-x-5 gap-y-4 border-t border-line-2 px-4 py-4">
						<QrCode
							text={fullLink ?? link}
							name={t("trusted.sign-in.qr-code", {
								host,
								withCode: fullLink === null ? "no" : "yes",
							})}
						/>
						<div className="grid min-w-48 flex-1 gap-3">
							<p className="flex items-start gap-2 text-f2 text-ink-2">
								<QrIcon size={15} aria-hidden className="mt-0.5 shrink-0" />
								{fullLink === null ? t("trusted.sign-in.code.typed") : t("trusted.sign-in.code.included")}
							</p>
							<div>
								<p className="text-f2 text-ink-2">{t("trusted.sign-in.or-open")}</p>
								<p className="flex items-start gap-1">
									<Claim text={link} max={300} className="num min-w-0 wrap-anywhere text-f1" />
									<CopyButton text={link} what={t("trusted.sign-in.the-link")} />
								</p>
							</div>
							<Button
								variant="primary"
								className="justify-self-start"
								{...command.press("openSignInLink", {})}
							>
								<ExternalLink size={15} aria-hidden /> {t("trusted.sign-in.open-in-browser")}
							</Button>
						</div>
					</div>
				)}
			</div>
			<Fault text={command.fault} />
			<Waiting>{t("trusted.sign-in.waiting.confirm")}</Waiting>
		</div>
	);
}

export function UserCode({ code }: { code: string }) {
	return (
		<p className="num text-[1.75rem] leading-tight font-semibold tracking-wide">
			<span aria-hidden className="flex flex-wrap justify-center gap-x-3">
				{codeGroups(code).map((group, at) => (
					<bdi key={at}>
						<Segments text={group} lines={false} />
					</bdi>
				))}
			</span>
			<span className="sr-only">{[...code].join(" ")}</span>
		</p>
	);
}
