import clsx from "clsx";
import type { ReactNode } from "react";
import { t } from "../../text/index.ts";
import { Logo } from "../components/figure/logo.tsx";
import { Form } from "../components/form.tsx";
import { useTrusted } from "../state/trusted.tsx";
import { numberOf } from "./first-run/steps.ts";

export function Page({
	title,
	children,
	lead,
	bar,
	isTable = false,
	onSubmit,
}: {
	title: string;
	lead?: ReactNode;
	children?: ReactNode;
	bar?: ReactNode;
	isTable?: boolean;
	/** Makes the page a form. */
	onSubmit?: () => void | Promise<void>;
}) {
	const { setup } = useTrusted().view;
	const width = isTable ? "max-w-[52rem]" : "max-w-[32.5rem]";
	const page = (
		<div className="relative flex h-full flex-col short:block short:overflow-y-auto">
			<main
				data-region
				className="relative min-h-0 flex-1 overflow-y-auto px-5 pt-6 pb-5 short:overflow-visible"
			>
				<div className={clsx("mx-auto", width)}>
					{setup === null ? (
						<div className="flex items-center gap-2.5 text-f2 font-semibold tracking-tight text-ink-2">
							<Logo size={18} /> {t("ui.app-name")}
						</div>
					) : (
						<p className="text-f2 text-ink-2">
							{t("trusted.first-run.step-of", { at: numberOf(setup.at), of: setup.steps.length })}
						</p>
					)}
					<h1
						tabIndex={-1}
						className={clsx(
							"text-f5 font-semibold tracking-tight text-balance",
							setup === null ? "mt-6" : "mt-1",
						)}
					>
						{title}
					</h1>
					{lead !== undefined && <div className="mt-2 text-pretty text-ink-2">{lead}</div>}
					<div className="mt-6">{children}</div>
				</div>
			</main>
			{bar !== undefined && (
				<footer data-region className="shrink-0 border-t border-line bg-surface px-5 py-3.5">
					{/* Aligns a borderless button by its text. */}
					<div
						className={clsx(
							"mx-auto flex flex-wrap items-center justify-between gap-3",
							"*:data-[look=quiet]:first:-ml-4 *:data-[look=quiet]:last:-mr-4",
							width,
						)}
					>
						{bar}
					</div>
				</footer>
			)}
		</div>
	);
	if (onSubmit === undefined) return page;

	return (
		<Form onSubmit={onSubmit} className="h-full" noValidate>
			{page}
		</Form>
	);
}
