import { HostEmitter, hostEvent } from "./emitter.ts";
import { type HostImage, nativeImage } from "./image.ts";
import { strict } from "./strict.ts";

/** A menu as tests see it. */
export interface MenuItemView {
	label: string;
	type: string;
	enabled: boolean;
	visible: boolean;
	checked: boolean;
	role?: string;
	accelerator?: string;
	submenu?: MenuItemView[];
}

export interface TrayView {
	index: number;
	toolTip: string;
	title: string;
	image: string;
	imageChanges: number;
	menu: MenuItemView[];
}

export class HostMenuItem {
	id: string;
	label: string;
	type: string;
	enabled: boolean;
	visible: boolean;
	checked: boolean;
	role: string | undefined;
	accelerator: string | undefined;
	submenu: HostMenu | undefined;
	click: (event?: object) => void;

	constructor(options: Electron.MenuItemConstructorOptions) {
		const { submenu, click } = options;
		this.id = options.id ?? "";
		this.label = options.label ?? options.role ?? "";
		this.type = options.type ?? (submenu === undefined ? "normal" : "submenu");
		this.enabled = options.enabled ?? true;
		this.visible = options.visible ?? true;
		this.checked = options.checked ?? false;
		this.role = options.role;
		this.accelerator = options.accelerator;
		this.submenu = Array.isArray(submenu)
			? HostMenu.buildFromTemplate(submenu)
			: (submenu as HostMenu | undefined);
		this.click = (event = {}) => {
			if (this.type === "checkbox") this.checked = !this.checked;
			Reflect.apply(click ?? (() => {}), undefined, [this, undefined, event]);
		};
	}

	view(): MenuItemView {
		const { label, type, enabled, visible, checked, role, accelerator, submenu } = this;
		return {
			label,
			type,
			enabled,
			visible,
			checked,
			...(role === undefined ? {} : { role }),
			...(accelerator === undefined ? {} : { accelerator }),
			...(submenu === undefined ? {} : { submenu: submenu.view() }),
		};
	}
}

let applicationMenu: HostMenu | null = null;
let lastPopup: HostMenu | undefined;

export class HostMenu extends HostEmitter {
	readonly items: HostMenuItem[] = [];

	constructor() {
		super("Menu", ["menu-will-show", "menu-will-close"]);
		// biome-ignore lint/correctness/noConstructorReturn: the app gets the view that refuses unknown members
		return strict("Menu", this);
	}

	static buildFromTemplate(
		template: (Electron.MenuItemConstructorOptions | Electron.MenuItem | HostMenuItem)[],
	): HostMenu {
		const menu = new HostMenu();
		for (const item of template)
			menu.append(
				item instanceof HostMenuItem ? item : new HostMenuItem(item as Electron.MenuItemConstructorOptions),
			);
		return menu;
	}

	static setApplicationMenu(menu: HostMenu | null): void {
		applicationMenu = menu;
	}

	static getApplicationMenu(): HostMenu | null {
		return applicationMenu;
	}

	append(item: HostMenuItem): void {
		this.items.push(strict("MenuItem", item));
	}

	getMenuItemById(id: string): HostMenuItem | null {
		return this.items.find((item) => item.id === id) ?? null;
	}

	popup(): void {
		lastPopup = this;
		this.emit("menu-will-show", hostEvent({}));
	}

	closePopup(): void {
		this.emit("menu-will-close", hostEvent({}));
	}

	view(): MenuItemView[] {
		return this.items.map((item) => item.view());
	}
}

/** Simulates choosing a menu item by its labels from the top. Throws if it is disabled or hidden. */
export function choose(menu: HostMenu | null | undefined, path: string[]): void {
	const [label = "", ...rest] = path;
	const item = menu?.items.find((entry) => entry.label === label && entry.visible);
	if (item === undefined) {
		const labels = menu?.items.map((entry) => entry.label).join(", ") ?? "no menu";
		throw new Error(`No menu item "${label}" (there are: ${labels}).`);
	}
	if (!item.enabled) throw new Error(`The menu item "${label}" is disabled.`);
	if (rest.length > 0) choose(item.submenu, rest);
	else item.click();
}

export function menus(): { application: HostMenu | null; popup: HostMenu | undefined } {
	return { application: applicationMenu, popup: lastPopup };
}

const trays: HostTray[] = [];

export class HostTray extends HostEmitter {
	private toolTip = "";
	private trayTitle = "";
	private image: HostImage;
	private imageChanges = 0;
	private menu: HostMenu | null = null;
	private gone = false;

	constructor(image: HostImage | string) {
		super("Tray", ["click", "right-click", "double-click", "balloon-click", "mouse-enter", "mouse-leave"]);
		this.image = typeof image === "string" ? nativeImage.createFromPath(image) : image;
		const self = strict("Tray", this);
		trays.push(self);
		// biome-ignore lint/correctness/noConstructorReturn: the app gets the view that refuses unknown members
		return self;
	}

	setToolTip(text: string): void {
		this.toolTip = text;
	}

	setTitle(title: string): void {
		this.trayTitle = title;
	}

	setImage(image: HostImage | string): void {
		this.image = typeof image === "string" ? nativeImage.createFromPath(image) : image;
		this.imageChanges++;
	}

	setPressedImage(_image: HostImage | string): void {}

	setContextMenu(menu: HostMenu | null): void {
		this.menu = menu;
	}

	popUpContextMenu(menu?: HostMenu): void {
		(menu ?? this.menu)?.popup();
	}

	getBounds(): Electron.Rectangle {
		return { x: 0, y: 0, width: 22, height: 22 };
	}

	destroy(): void {
		if (this.gone) return;
		this.gone = true;
		trays.splice(trays.indexOf(this), 1);
	}

	isDestroyed(): boolean {
		return this.gone;
	}

	/** Returns the menu that a click would show. */
	contextMenu(): HostMenu | null {
		return this.menu;
	}

	view(index: number): TrayView {
		return {
			index,
			toolTip: this.toolTip,
			title: this.trayTitle,
			image: this.image.toDataURL(),
			imageChanges: this.imageChanges,
			menu: this.menu?.view() ?? [],
		};
	}
}

export function trayViews(): TrayView[] {
	return trays.map((tray, index) => tray.view(index));
}

export function trayAt(index: number): HostTray {
	const tray = trays.at(index);
	if (tray === undefined) throw new Error(`No tray icon ${index}: there are ${trays.length}.`);
	return tray;
}
