import { useState } from "react";
import type { ReviewView } from "../../../../ipc/review.ts";
import { t } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Countdown } from "../../../components/countdown.tsx";
import { Form } from "../../../components/form.tsx";
import { Fault, Notice } from "../../../components/notice.tsx";
import { useTrustedCommand } from "../../../state/trusted.tsx";
import { PasswordField } from "../../password-field.tsx";

/** Stays visible in low windows. */
export const BUTTONS =
	"bleed flex flex-wrap gap-2.5 bg-surface pt-3 pb-4 short:sticky short:bottom-0 short:z-10 short:pt-2 short:pb-2";

/** Offered only if nothing but the user's own rules refuses the request. */
export function AllowOnce({
	review,
	offer,
	onBack,
}: {
	review: ReviewView;
	offer: string;
	onBack: () => void;
}) {
	const command = useTrustedCommand();
	const [password, setPassword] = useState("");
	const { fingerprint } = review;
	const submit = () => {
		if (password === "" || fingerprint === null) return;
		void command.call("allowOnce", { offer, fingerprint, password });
		setPassword("");
	};
	return (
		<Form onSubmit={submit} aria-label={t("trusted.review.allow-once")} className="mt-3 grid gap-3">
			<PasswordField
				help={t("trusted.review.allow-once.why", { count: review.approval.refusals.length })}
				value={password}
				onText={setPassword}
			/>
			<Fault text={command.fault} />
			<div className="flex flex-wrap gap-2">
				<Button onClick={onBack}>{t("trusted.review.allow-once.keep")}</Button>
				<Button submit variant="danger" disabled={password === ""} busy={command.busy}>
					{t("trusted.review.allow-once")}
				</Button>
			</div>
		</Form>
	);
}

export function AllowedOnce({ until }: { until: number }) {
	return (
		<Notice tone="caution" className="mt-2.5">
			<p className="flex flex-wrap items-baseline justify-between gap-x-3">
				<span>{t("trusted.review.allowed-once")}</span>
				<Countdown alone at={until} className="text-f1" />
			</p>
		</Notice>
	);
}
