import { UserPlus } from "lucide-react";
import { useState } from "react";
import { message } from "../../../core/message.ts";
import type { MetView } from "../../../ipc/address-book.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { ContactForm } from "./contact-form.tsx";
import { counterpartyText } from "./counterparty.ts";

const FAMILIES = { evm: "EVM", svm: message("trusted.contacts.families.svm") } as const;

/** Whom the user paid or allowed something, each to be named. */
export function MetRows({ met, takesPassword }: { met: readonly MetView[]; takesPassword: boolean }) {
	return (
		<ul className="card" aria-label={t("trusted.contacts.dealt-with-before")}>
			{met.map((each) => (
				<MetRow key={each.address.address} met={each} takesPassword={takesPassword} />
			))}
		</ul>
	);
}

function MetRow({ met, takesPassword }: { met: MetView; takesPassword: boolean }) {
	const { view } = useTrusted();
	const [naming, setNaming] = useState(false);
	return (
		<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="min-w-0 flex-1 basis-52">
					<Address view={met.address} size={20} className="max-w-full" />
					<p className="mt-0.5 text-f1 text-ink-3">
						{textOf(FAMILIES[met.family])} · {counterpartyText(met.dealing, view.now)}
					</p>
				</div>
				{!naming && (
					<Button
						size="small"
						aria-label={t("trusted.contacts.add-to-contacts-2", { short: met.address.short })}
						onClick={() => setNaming(true)}
					>
						<UserPlus size={14} aria-hidden /> {t("trusted.contacts.add-to-contacts")}
					</Button>
				)}
			</div>
			{naming && (
				<div className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5">
					<ContactForm
						draft={{ address: met.address.address, label: "", known: "met" }}
						takesPassword={takesPassword}
						onDone={() => setNaming(false)}
					/>
				</div>
			)}
		</li>
	);
}
