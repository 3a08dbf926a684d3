import { type JSX, useRef, useState } from "react";
import { t } from "../../../text/index.ts";
import { AboutSettings } from "./about-settings.tsx";
import { AppSettings } from "./app-settings.tsx";
import { ComputerSettings } from "./computer-settings.tsx";
import { CreditSettings } from "./credit-settings.tsx";
import { NetworkSettings } from "./network-settings.tsx";
import { SectionNav } from "./section-nav.tsx";
import type { Section } from "./sections.ts";
import { SignInSettings } from "./sign-in-settings.tsx";
import { SigningSettings } from "./signing-settings.tsx";

const PARTS: Readonly<Record<Section, () => JSX.Element>> = {
	signIn: SignInSettings,
	credit: CreditSettings,
	apps: AppSettings,
	network: NetworkSettings,
	signing: SigningSettings,
	computer: ComputerSettings,
	about: AboutSettings,
};

/** How the app behaves, a part at a time. What touches money or secrets is changed in the trusted window. */
export function SettingsPlace() {
	const [section, setSection] = useState<Section>("signIn");
	const content = useRef<HTMLDivElement>(null);
	const Part = PARTS[section];
	const choose = (to: Section) => {
		setSection(to);
		content.current?.scrollTo({ top: 0 });
	};
	return (
		<div ref={content} className="h-full overflow-y-auto">
			<div className="mx-auto max-w-4xl px-6 py-5">
				<h1 className="text-f4 font-semibold tracking-tight">{t("desk.settings.settings")}</h1>
				<div className="mt-4 grid items-start gap-x-8 gap-y-5 mid:grid-cols-[10rem_minmax(0,1fr)]">
					<div className="mid:sticky mid:top-5">
						<SectionNav current={section} onChoose={choose} />
					</div>
					<div className="grid min-w-0 gap-6">
						<Part key={section} />
					</div>
				</div>
			</div>
		</div>
	);
}
