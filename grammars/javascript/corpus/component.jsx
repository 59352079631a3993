// Elements of components are calls; the platform's own elements are not.

import { Panel, ui } from "./panel.jsx";

function Title({ text }) { //: def function Title +2
	return <h1>{format(text)}</h1>; //: call Title > format = direct format
}

function format(text) { //: def function format +2
	return text;
}

export function Page({ items, Slot }) { //: def function Page +5
	const head = <Title text="a" />; //: call Page > Title = direct Title
	const button = <ui.Button onClick={() => format("b")} />; //: call Page > Button = unresolved; call Page > format = direct format
	const list = <>{items.map((item) => <Title key={item} text={item} />)}</>; //: call Page > map = unresolved; call Page > Title = direct Title
	return <Panel header={head}><Slot />{button}{list}</Panel>; //: call Page > Panel = unresolved; call Page > Slot = unresolved
}

export class Screen { //: def class Screen +7
	render() { //: def method Screen.render +2
		return <Page items={this.items()} />; //: call Screen.render > Page = direct Page; call Screen.render > items = direct Screen.items
	}
	items() { //: def method Screen.items +2
		return [];
	}
}

export const App = () => <Screen />; //: def function App; call App > Screen = direct Screen
