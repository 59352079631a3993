// Decorators are calls; they are outside the boundary of what they stand on.

function Component(options: object) { //: def function Component +2
	return (target: unknown) => target;
}

function sealed(target: unknown) {} //: def function sealed

const meta = { //: def constant meta +2
	log() {}, //: def method meta.log
};

@sealed //: call <module> > sealed = direct sealed
@Component({ name: "page" }) //: call <module> > Component = direct Component
export class Page { //: def class Page +14
	@sealed title = ""; //: call <module> > sealed = direct sealed

	@Component({}) //: call <module> > Component = direct Component
	@meta.log //: call <module> > log = direct meta.log
	render() { //: def method Page.render +2
		return sealed(this); //: call Page.render > sealed = direct sealed
	}

	@Component({ first: true }) first() {} //: def method Page.first; call <module> > Component = direct Component

	load(@sealed id: string) { //: def method Page.load +2; call Page.load > sealed = direct sealed
		return id;
	}
}
