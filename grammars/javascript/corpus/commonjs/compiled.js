"use strict";
Object.defineProperty(exports, "__esModule", { value: true }); //: call <module> > defineProperty = unresolved
exports.named = exports.default = void 0;
function named() {} //: def function named
exports.named = named;
exports.default = named;
