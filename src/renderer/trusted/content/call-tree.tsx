import clsx from "clsx";
import { OctagonAlert } from "lucide-react";
import type { CallNodeView } from "../../../ipc/review.ts";
import { headlineText, t } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { Pill } from "../../components/pill.tsx";
import { rich } from "../../components/rich.tsx";
import { Args } from "./data.tsx";

export function CallTree({ calls, target }: { calls: readonly CallNodeView[]; target: string }) {
	const decoded = calls.filter((node) => node.source === "decoded");
	const simulated = calls.filter((node) => node.source === "simulated");
	return (
		<div className="*:not-first:border-t *:not-first:border-line-2">
			{decoded.length > 0 && <Nodes nodes={decoded} parent={target} />}
			{simulated.length > 0 && (
				<Fold
					className="px-3.5 py-2"
					title={t("trusted.content.calls.simulated")}
					aside={t("trusted.content.calls", { count: count(simulated) })}
				>
					<div className="border-t border-line-2">
						<Nodes nodes={simulated} parent={target} />
					</div>
				</Fold>
			)}
		</div>
	);
}

export function count(nodes: readonly CallNodeView[]): number {
	return nodes.reduce((sum, node) => sum + 1 + count(node.children), 0);
}

/**
 * Returns whether unknown code runs in the context of another account. Simulated calls don't count, because
 * every proxy delegates.
 */
const isGrave = (node: CallNodeView) =>
	node.kind === "delegatecall" && node.source === "decoded" && !node.known && node.children.length === 0;

const hidesGrave = (nodes: readonly CallNodeView[]): boolean =>
	nodes.some(
		(node) => isGrave(node) || (node.source === "decoded" && !node.known) || hidesGrave(node.children),
	);

function Nodes({ nodes, parent }: { nodes: readonly CallNodeView[]; parent: string }) {
	return (
		<ol>
			{nodes.map((node, index) => (
				<Node key={index} node={node} at={index + 1} parent={parent} />
			))}
		</ol>
	);
}

function Node({ node, at, parent }: { node: CallNodeView; at: number; parent: string }) {
	const grave = isGrave(node);
	const strange = node.source === "decoded" && !node.known && node.children.length === 0;
	return (
		<li
			className={clsx(
				"flex gap-3 py-2.5 pr-3.5 pl-3.5 not-first:border-t not-first:border-line-2",
				(grave || strange) && "bg-danger-soft",
			)}
		>
			<span className="num w-4 shrink-0 pt-px text-right text-f2 text-ink-3">{at}</span>
			<div className="min-w-0 flex-1">
				<p className={clsx("wrap-anywhere", (grave || strange) && "font-medium text-danger")}>
					{(grave || strange) && <OctagonAlert size={14} aria-hidden className="mr-1.5 -mt-0.5 inline" />}
					{headlineText(node.text)}
				</p>
				<Where node={node} parent={parent} />
				{node.args.length > 0 && (
					<Fold title={t("ui.arguments")} aside={<Signature node={node} />} className="mt-1 py-1">
						<Args args={node.args} className="pb-1 pl-5.5" />
					</Fold>
				)}
				{node.children.length > 0 && (
					<Fold
						title={t("trusted.content.calls-inside", { count: node.children.length })}
						defaultOpen={
							hidesGrave(node.children) || (node.source === "decoded" && node.children.length <= FEW)
						}
						className="py-1"
					>
						<div className="ml-1.5 border-l border-line">
							<Nodes nodes={node.children} parent={node.to.address} />
						</div>
					</Fold>
				)}
			</div>
		</li>
	);
}

const FEW = 6;

function Where({ node, parent }: { node: CallNodeView; parent: string }) {
	const elsewhere = node.to.address !== parent;
	const isPlain = node.kind === "call";
	const { value } = node;
	if (!elsewhere && isPlain && value === null && node.args.length > 0) return null;
	return (
		<div className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-f2">
			{elsewhere && <Address view={node.to} size={14} className="text-f1" />}
			{!isPlain && <Pill tone={isGrave(node) ? "alarm" : "quiet"}>{node.kind}</Pill>}
			{value !== null && (
				<span className="text-ink-2">
					{rich("trusted.content.with", { amount: () => <Amount view={value} /> })}
				</span>
			)}
			{node.args.length === 0 && <Signature node={node} />}
		</div>
	);
}

function Signature({ node }: { node: CallNodeView }) {
	if (node.signature === null) return null;
	const open = node.signature.indexOf("(");
	const name = open === -1 ? node.signature : node.signature.slice(0, open);
	return <Claim text={name} max={60} className="num text-f1 text-ink-3" />;
}
